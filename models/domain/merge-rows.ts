import { applyDataPatch } from './data.js'
import { reasonOf, type BadRow, type ImportRow } from './import-row.js'

/** A contact before an import; `data` has literal keys. */
export interface FoundContact {
  id: string
  email: string
  subscribed: boolean
  isSnoozed: boolean
  data: Record<string, unknown>
}

/** One contact with all its rows applied: its state after them, and the changes that lead there. */
export interface ContactMerge extends FoundContact {
  isNew: boolean
  /** Whether a row sets the subscription of a snoozed contact, which ends the snooze. */
  endsSnooze: boolean
  /** The flips of the subscription in order; each is an event. */
  flips: boolean[]
  /** The custom fields that change. */
  set: Record<string, unknown>
}

/** Result of a batch of rows. */
export interface RowsMerged {
  contacts: ContactMerge[]
  created: number
  updated: number
  /** The rows that would have subscribed a contact that is out by its own choice. */
  keptUnsubscribed: number
  bad: BadRow[]
}

/**
 * Applies rows in order to the contacts found by address, and creates the missing contacts, subscribed unless the row
 * says otherwise. A later row with the same address wins and counts as an update. A row that would subscribe an
 * address of `keptOut` is applied without that. A row after which a contact would exceed the limits on custom fields is
 * bad and changes nothing.
 */
export function mergeRows(
  rows: readonly ImportRow[],
  found: ReadonlyMap<string, FoundContact>,
  newId: () => string,
  keptOut: ReadonlySet<string>,
): RowsMerged {
  const merges = new Map<string, ContactMerge>()
  const merged: RowsMerged = { contacts: [], created: 0, updated: 0, keptUnsubscribed: 0, bad: [] }
  for (const sent of rows) {
    const known = merges.get(sent.email) ?? mergeOf(found.get(sent.email))
    const { row, isKeptOut } = heedConsent(sent, known, keptOut)
    const contact = known ?? newContact(row, newId())
    try {
      applyRow(contact, row)
    } catch (error) {
      merged.bad.push({ row: row.row, email: row.email, error: reasonOf(error) })
      continue
    }
    merges.set(row.email, contact)
    if (isKeptOut) merged.keptUnsubscribed += 1
    if (known) merged.updated += 1
    else merged.created += 1
  }
  merged.contacts = [...merges.values()]
  return merged
}

/** Whether the contact has changes to write. */
export function isChanged({ isNew, flips, set, endsSnooze }: ContactMerge): boolean {
  return isNew || flips.length > 0 || endsSnooze || Object.keys(set).length > 0
}

function mergeOf(contact: FoundContact | undefined): ContactMerge | undefined {
  return contact && { ...contact, isNew: false, endsSnooze: false, flips: [], set: {} }
}

/** The row without a subscription that the contact has not consented to. */
function heedConsent(
  row: ImportRow,
  known: ContactMerge | undefined,
  keptOut: ReadonlySet<string>,
): { row: ImportRow; isKeptOut: boolean } {
  const subscribes = known
    ? row.subscribed === true && !known.subscribed
    : (row.subscribed ?? row.subscribedWhenNew ?? true)
  const isKeptOut = subscribes && keptOut.has(row.email)
  return { row: isKeptOut ? { ...row, subscribed: undefined, subscribedWhenNew: false } : row, isKeptOut }
}

function newContact({ email, subscribed, subscribedWhenNew = true }: ImportRow, id: string): ContactMerge {
  const found = { id, email, subscribed: subscribed ?? subscribedWhenNew, isSnoozed: false, data: {} }
  return { ...found, isNew: true, endsSnooze: false, flips: [], set: {} }
}

function applyRow(contact: ContactMerge, { subscribed, patch }: ImportRow): void {
  const before = contact.data
  contact.data = applyDataPatch(before, patch)
  for (const [key, value] of Object.entries(patch.set)) {
    if (!Object.hasOwn(before, key) || before[key] !== value) contact.set[key] = value
  }
  if (subscribed === undefined) return
  contact.endsSnooze = contact.isSnoozed
  if (subscribed === contact.subscribed) return
  contact.subscribed = subscribed
  contact.flips.push(subscribed)
}
