import type { AnyBulkWriteOperation, ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { escapeData, escapeKey, unescapeData } from '../../models/domain/fields.js'
import type { BadRow, FieldTypes, ImportRow } from '../../models/domain/import-row.js'
import { isChanged, mergeRows, type ContactMerge, type FoundContact } from '../../models/domain/merge-rows.js'
import { newId } from '../../runtime/ids.js'
import { Suppression } from '../../models/suppression.js'
import { fieldsByPath } from './contact-update.js'
import { countIn, isCounted } from './count-contacts.js'
import { subscriptionEvent } from './flip-subscriptions.js'
import { fullAmong } from './full-contacts.js'
import { registerFittingFields, tooManyFields } from '../fields/known-fields.js'
import { writeEvents, type EventDraft } from '../events/write-events.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { spelledAsAny } from '../address-spellings.js'

const NO_ROOM = 'The contact has no room for more'

/** The effect of rows: the contacts that are new or change, and the counted state of each so far. */
export interface RowsPlan {
  created: number
  updated: number
  keptUnsubscribed: number
  bad: BadRow[]
  changed: ContactMerge[]
  counted: Map<string, ContactRecord['counted']>
}

type StoredContact = Pick<
  ContactRecord,
  '_id' | 'email' | 'subscribed' | 'snoozedUntil' | 'isOptOut' | 'data' | 'counted'
>

/**
 * Makes the fields of rows known to the project, by the types of their columns. Returns the rows whose fields are known,
 * and as bad ones those whose fields the project has no room for.
 */
export async function registerRows(
  projectId: string,
  rows: readonly ImportRow[],
  types: FieldTypes = new Map(),
): Promise<{ rows: ImportRow[]; bad: BadRow[] }> {
  const keys = new Set(rows.flatMap(({ patch }) => Object.keys(patch.set)))
  const fields = [...keys].map((key) => ({ key: escapeKey(key), type: types.get(key) ?? 'string' }))
  const refused = await registerFittingFields(projectId, fields)
  const isRefused = ({ patch }: ImportRow): boolean =>
    refused.size > 0 && Object.keys(patch.set).some((key) => refused.has(escapeKey(key)))
  return {
    rows: rows.filter((row) => !isRefused(row)),
    bad: rows.filter(isRefused).map(({ row, email }) => ({ row, email, error: tooManyFields() })),
  }
}

/**
 * Looks up the contacts of a few hundred rows inside a transaction, and applies the rows to them. A contact that opts out
 * before the plan is written aborts the transaction, which reads it anew: no row overrides a choice that it has not seen.
 */
export async function planRowsIn(
  session: ClientSession,
  projectId: string,
  rows: readonly ImportRow[],
  { resubscribe = false }: { resubscribe?: boolean } = {},
): Promise<RowsPlan> {
  const stored = await Contact.find(
    { projectId, email: spelledAsAny([...new Set(rows.map(({ email }) => email))]) },
    { email: 1, subscribed: 1, snoozedUntil: 1, isOptOut: 1, data: 1, counted: 1 },
    { session },
  ).lean<StoredContact[]>()
  const full = await fullAmong(
    session,
    stored.map(({ _id: contactId }) => ({ projectId, contactId })),
  )
  const fullAddresses = new Set(stored.filter(({ _id }) => full.has(_id)).map(({ email }) => normaliseAddress(email)))
  const fitting = rows.filter(({ email }) => !fullAddresses.has(email))
  const refused = rows.filter(({ email }) => fullAddresses.has(email))
  const keptOut = resubscribe ? new Set<string>() : await keptOutAmong(session, projectId, fitting, stored)
  const { contacts, bad, ...outcome } = mergeRows(fitting, new Map(stored.map(found)), newId, keptOut)
  const counted = new Map(stored.map(({ _id, counted }) => [_id, counted]))
  const allBad = [...bad, ...refused.map(({ row, email }) => ({ row, email, error: NO_ROOM }))]
  return { ...outcome, bad: allBad, changed: contacts.filter(isChanged), counted }
}

/**
 * Creates and changes contacts in the transaction that planned it, with the events of the flips, and counts them;
 * their fields are registered. Throws a duplicate key error when a concurrent request creates a contact with one of
 * the addresses: then the transaction has to be run again.
 */
export async function writeRowsIn(
  session: ClientSession,
  projectId: string,
  { changed, counted }: RowsPlan,
): Promise<void> {
  if (changed.length === 0) return
  const writes = changed.map((contact) => writeOf(projectId, contact))
  await Contact.bulkWrite(writes, { session, ordered: false })
  const flips = changed.flatMap((contact) => flipsOf(projectId, contact))
  await writeEvents(flips, session)
  const written = changed.map(({ id, subscribed, data }) => {
    return { _id: id, subscribed, data: escapeData(data), counted: counted.get(id) ?? null }
  })
  const uncounted = written.filter((contact) => !isCounted(contact))
  await countIn(session, projectId, uncounted)
}

/** The addresses of rows that no row subscribes: of contacts that have opted out themselves, and suppressed ones. */
async function keptOutAmong(
  session: ClientSession,
  projectId: string,
  rows: readonly ImportRow[],
  stored: readonly StoredContact[],
): Promise<ReadonlySet<string>> {
  const optedOut = stored.filter(({ isOptOut }) => isOptOut)
  const emails = new Set(rows.flatMap(({ email, subscribed }) => (subscribed === false ? [] : email)))
  const those = { projectId, email: spelledAsAny([...emails]) }
  const suppressed = emails.size > 0 ? await Suppression.find(those, { email: 1 }, { session }).lean() : []
  return new Set([...optedOut, ...suppressed].map(({ email }) => normaliseAddress(email)))
}

function found({ _id, subscribed, snoozedUntil, data, ...stored }: StoredContact): [string, FoundContact] {
  const email = normaliseAddress(stored.email)
  const isSnoozed = (snoozedUntil ?? null) !== null
  return [email, { id: _id, email, subscribed, isSnoozed, data: unescapeData(data ?? {}) }]
}

// Each key is written by its own path, so that concurrent changes of other keys survive.
function writeOf(projectId: string, contact: ContactMerge): AnyBulkWriteOperation<ContactRecord> {
  const { id: _id, email, isNew, subscribed, flips, endsSnooze, set, data } = contact
  if (isNew) {
    const now = databaseNow()
    const standard = { snoozedUntil: null, segments: [], counted: null, createdAt: now, updatedAt: now }
    return { insertOne: { document: { _id, projectId, email, subscribed, data: escapeData(data), ...standard } } }
  }
  const update = {
    $set: {
      ...fieldsByPath(set),
      ...(flips.length > 0 ? { subscribed } : {}),
      ...(endsSnooze ? { snoozedUntil: null } : {}),
    },
    ...(flips.length > 0 && subscribed ? { $unset: { isOptOut: 1 as const } } : {}),
  }
  return { updateOne: { filter: { _id, projectId }, update } }
}

function flipsOf(projectId: string, { id: contactId, flips }: ContactMerge): EventDraft[] {
  return flips.map((subscribed) => subscriptionEvent({ projectId, contactId, subscribed, source: 'import' }))
}
