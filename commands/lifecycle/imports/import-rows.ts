import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { escapeKey, inferType } from '../../../models/domain/fields.js'
import { reasonOf, type BadRow, type FieldTypes, type ImportRow } from '../../../models/domain/import-row.js'
import { NO_ROWS, type ImportInput, type ImportResult } from '../../../models/import-job.js'
import { Suppression } from '../../../models/suppression.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'
import { findUnfittingFields, registerFittingFields, tooManyFields } from '../../base/records/known-fields.js'
import { ContactBook } from '../../audience/contacts/contact-book.js'

/** The effect of rows on contacts; the counts are those of `ImportResult`. */
export interface RowsApplied extends Pick<
  ImportResult,
  'created' | 'updated' | 'unchanged' | 'subscribed' | 'unsubscribed' | 'keptUnsubscribed'
> {
  /** The contacts of the rows, changed or not. */
  contactIds: ReadonlySet<string>
  /** The addresses of the rows that make a contact. */
  newAddresses: ReadonlySet<string>
  bad: BadRow[]
}

/** The rules of an import for contacts that its rows do not decide about. */
export type RowRules = Partial<Pick<ImportInput, 'resubscribe' | 'subscribed'>>

/**
 * Registers the fields of rows with the project, by the types of their columns, or else by their first values. Returns
 * the rows whose fields are registered, and as bad rows those with fields for which the project has no room. A dry run
 * registers nothing, and finds the same bad rows.
 */
export async function registerRows(
  projectId: string,
  rows: readonly ImportRow[],
  types: FieldTypes = new Map(),
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<{ rows: ImportRow[]; bad: BadRow[] }> {
  const firstValues = new Map<string, unknown>()
  for (const { patch } of rows) {
    for (const [key, value] of Object.entries(patch.set)) if (!firstValues.has(key)) firstValues.set(key, value)
  }
  const fields = [...firstValues].map(([key, value]) => ({
    key: escapeKey(key),
    type: types.get(key) ?? inferType(value),
  }))
  const refused = await (isDryRun ? findUnfittingFields : registerFittingFields)(projectId, fields)
  const isRefused = ({ patch }: ImportRow): boolean =>
    refused.size > 0 && Object.keys(patch.set).some((key) => refused.has(escapeKey(key)))
  return {
    rows: rows.filter((row) => !isRefused(row)),
    bad: rows.filter(isRefused).map(({ row, email }) => ({ row, email, error: tooManyFields() })),
  }
}

/**
 * Applies a few hundred rows, whose fields are registered, in order to a book of their contacts. `subscribed` decides
 * about a new contact whose row does not say. A second row of an address counts as an update. Without `resubscribe`, no
 * row subscribes a contact that has opted out or an address that is suppressed. A row by which a contact would exceed
 * the limits on custom fields is bad and changes nothing. A contact that opts out before the book is written aborts the
 * transaction, whose retry reads it again: no row overrides an opt-out that it has not seen.
 */
export async function applyRowsIn(
  session: ClientSession,
  projectId: string,
  rows: readonly ImportRow[],
  { resubscribe = false, subscribed: isSubscribed = true }: RowRules = {},
): Promise<{ book: ContactBook; applied: RowsApplied }> {
  const ruled = rows.map((row) => ({ ...row, subscribedWhenNew: row.subscribedWhenNew ?? isSubscribed }))
  const emails = [...new Set(rows.map(({ email }) => email))]
  const book = await ContactBook.open(session, projectId, { emails })
  const keptOut = resubscribe ? NOBODY : await findKeptOut(session, projectId, ruled, book)
  const contactIds = new Set<string>()
  const newAddresses = new Set<string>()
  const applied = { ...NO_ROWS, contactIds, newAddresses, bad: [] as BadRow[] }
  for (const sent of ruled) {
    const isKept = subscribes(sent, book) && keptOut.all.has(sent.email)
    const { row, email, patch, subscribed, subscribedWhenNew } = isKept ? withoutConsent(sent) : consented(sent, book)
    try {
      const isByBounce = isKept && keptOut.byBounce.has(email)
      const change = { projectId, who: { email }, patch, subscribed, subscribedWhenNew, isByBounce, source: 'import' }
      const { contact, isNew, isChanged, isFlipped } = book.apply(change)
      contactIds.add(contact._id)
      applied[isNew ? 'created' : 'updated'] += 1
      if (isNew) newAddresses.add(email)
      if (!isChanged) applied.unchanged += 1
      if (isFlipped) applied[contact.subscribed ? 'subscribed' : 'unsubscribed'] += 1
      if (isKept) applied.keptUnsubscribed += 1
    } catch (error) {
      applied.bad.push({ row, email, error: reasonOf(error) })
    }
  }
  return { book, applied }
}

/** A row with the state that its contact gets when it is new and the row does not say. */
type RuledRow = ImportRow & { subscribedWhenNew: boolean }

/** Addresses that no row may subscribe; those of `byBounce` only until the suppression of a bounce is lifted. */
interface KeptOut {
  all: ReadonlySet<string>
  byBounce: ReadonlySet<string>
}

const NOBODY: KeptOut = { all: new Set(), byBounce: new Set() }

/**
 * The addresses of contacts that have opted out themselves, also of contacts that were deleted since, and suppressed
 * addresses. A pause after soft bounces ends by itself, and is no reason to stay unsubscribed.
 */
async function findKeptOut(
  session: ClientSession,
  projectId: string,
  rows: readonly RuledRow[],
  book: ContactBook,
): Promise<KeptOut> {
  const emails = [...new Set(rows.flatMap(({ email, subscribed }) => (subscribed === false ? [] : email)))]
  const those = { projectId, email: spelledAsAny(emails), reason: { $ne: 'SOFT_BOUNCES' as const } }
  const shown = { email: 1, reason: 1 } as const
  const suppressed = emails.length > 0 ? await Suppression.find(those, shown, { session }).lean() : []
  const optedOut = book.contacts.filter(({ optOut }) => optOut).map(({ email }) => normaliseAddress(email))
  const left = emails.filter((email) => book.hasOptedOut(email))
  const addressesOf = (found: typeof suppressed): string[] => found.map(({ email }) => normaliseAddress(email))
  return {
    all: new Set([...optedOut, ...left, ...addressesOf(suppressed)]),
    byBounce: new Set(addressesOf(suppressed.filter(({ reason }) => reason === 'BOUNCE'))),
  }
}

function subscribes({ email, subscribed, subscribedWhenNew }: RuledRow, book: ContactBook): boolean {
  const existing = book.find({ email })
  return existing ? subscribed === true && !existing.subscribed : (subscribed ?? subscribedWhenNew)
}

// A row that is not kept out subscribes a new contact also where the mailbox has opted out before.
function consented(row: RuledRow, book: ContactBook): RuledRow {
  return book.hasOptedOut(row.email) ? { ...row, subscribed: row.subscribed ?? row.subscribedWhenNew } : row
}

function withoutConsent(row: RuledRow): RuledRow {
  return { ...row, subscribed: undefined, subscribedWhenNew: false }
}
