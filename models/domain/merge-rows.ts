import { applyDataPatch } from './data.js'
import { reasonOf, type BadRow, type ImportRow } from './import-row.js'

/** A contact as an import finds it; `data` with literal keys. */
export interface FoundContact {
  id: string
  email: string
  subscribed: boolean
  isSnoozed: boolean
  data: Record<string, unknown>
}

/** What becomes of one contact through all its rows: the state after them, and how it comes to that. */
export interface ContactMerge extends FoundContact {
  isNew: boolean
  /** Whether a row states the subscription, which ends a snooze. */
  endsSnooze: boolean
  /** The turns of the subscription in their order, each an event. */
  flips: boolean[]
  /** The fields that change. */
  set: Record<string, unknown>
}

/** What a batch of rows comes to. */
export interface RowsMerged {
  contacts: ContactMerge[]
  created: number
  updated: number
  bad: BadRow[]
}

/**
 * Applies rows in their order to the contacts that are there by address, and makes those that are not: a new
 * one is subscribed unless its row says otherwise. Of several rows with one address a later one wins and counts
 * as an update; a row after which a contact would break the limits on custom fields is bad and changes nothing.
 */
export function mergeRows(
  rows: readonly ImportRow[],
  found: ReadonlyMap<string, FoundContact>,
  newId: () => string,
): RowsMerged {
  const merges = new Map<string, ContactMerge>()
  const merged: RowsMerged = { contacts: [], created: 0, updated: 0, bad: [] }
  for (const row of rows) {
    const known = merges.get(row.email) ?? mergeOf(found.get(row.email))
    const contact = known ?? newContact(row, newId())
    try {
      applyRow(contact, row)
    } catch (error) {
      merged.bad.push({ row: row.row, email: row.email, error: reasonOf(error) })
      continue
    }
    merges.set(row.email, contact)
    if (known) merged.updated += 1
    else merged.created += 1
  }
  merged.contacts = [...merges.values()]
  return merged
}

/** Whether anything of the contact has to be written. */
export function isChanged({ isNew, flips, set, endsSnooze }: ContactMerge): boolean {
  return isNew || flips.length > 0 || endsSnooze || Object.keys(set).length > 0
}

function mergeOf(contact: FoundContact | undefined): ContactMerge | undefined {
  return contact && { ...contact, isNew: false, endsSnooze: false, flips: [], set: {} }
}

function newContact({ email, subscribed = true }: ImportRow, id: string): ContactMerge {
  const found = { id, email, subscribed, isSnoozed: false, data: {} }
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
