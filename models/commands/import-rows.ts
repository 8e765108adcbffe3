import type { AnyBulkWriteOperation, ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../contact.js'
import { escapeData, escapeKey, inferType, unescapeData, type FieldType } from '../domain/fields.js'
import type { BadRow, ImportRow } from '../domain/import-row.js'
import { isChanged, mergeRows, type ContactMerge, type FoundContact } from '../domain/merge-rows.js'
import { newId } from '../ids.js'
import type { Intent } from '../intent.js'
import { countIn, isCounted } from './count-contacts.js'
import { ensureFields } from './known-fields.js'
import { writeEvents, type EventDraft } from './write-events.js'

/** What became of rows, and the contacts that are new or different by them. */
export interface RowsImported {
  created: number
  updated: number
  bad: BadRow[]
  changedIds: string[]
  intents: Intent[]
}

type StoredContact = Pick<ContactRecord, '_id' | 'email' | 'subscribed' | 'snoozedUntil' | 'data' | 'counted'>

/** Makes the fields of rows known to the project, by the first value of each. */
export async function registerRows(projectId: string, rows: readonly ImportRow[]): Promise<void> {
  const types = new Map<string, FieldType>()
  for (const { patch } of rows) {
    for (const [key, value] of Object.entries(patch.set)) if (!types.has(key)) types.set(key, inferType(value))
  }
  await ensureFields(
    projectId,
    [...types].map(([key, type]) => ({ key: escapeKey(key), type })),
  )
}

/**
 * Makes and changes the contacts of a few hundred rows inside a transaction, with the events of the flips, and
 * counts them. Their fields are registered. A duplicate address, which another request took in this moment,
 * throws, and the transaction has to be run again.
 */
export async function importRowsIn(
  session: ClientSession,
  projectId: string,
  rows: readonly ImportRow[],
): Promise<RowsImported> {
  const stored = await Contact.find(
    { projectId, email: { $in: [...new Set(rows.map(({ email }) => email))] } },
    { email: 1, subscribed: 1, snoozedUntil: 1, data: 1, counted: 1 },
    { session },
  ).lean<StoredContact[]>()
  const { contacts, created, updated, bad } = mergeRows(rows, new Map(stored.map(found)), newId)
  const changed = contacts.filter(isChanged)
  if (changed.length > 0)
    await Contact.bulkWrite(
      changed.map((contact) => writeOf(projectId, contact)),
      { session },
    )
  const intents = await writeEvents(
    changed.flatMap((contact) => flipsOf(projectId, contact)),
    session,
  )
  const countedAs = new Map(stored.map(({ _id, counted }) => [_id, counted]))
  const countable = changed.map(({ id, subscribed, data }) => {
    return { _id: id, subscribed, data: escapeData(data), counted: countedAs.get(id) ?? null }
  })
  await countIn(
    session,
    projectId,
    countable.filter((contact) => !isCounted(contact)),
  )
  return { created, updated, bad, changedIds: changed.map(({ id }) => id), intents }
}

function found({ _id, email, subscribed, snoozedUntil, data }: StoredContact): [string, FoundContact] {
  const isSnoozed = (snoozedUntil ?? null) !== null
  return [email, { id: _id, email, subscribed, isSnoozed, data: unescapeData(data ?? {}) }]
}

// What changes is written key by key, so that another request's change of another key survives.
function writeOf(projectId: string, contact: ContactMerge): AnyBulkWriteOperation<ContactRecord> {
  const { id: _id, email, isNew, subscribed, flips, endsSnooze, set, data } = contact
  if (isNew) {
    const now = new Date()
    const standard = { snoozedUntil: null, segments: [], changes: 1, counted: null, createdAt: now, updatedAt: now }
    return { insertOne: { document: { _id, projectId, email, subscribed, data: escapeData(data), ...standard } } }
  }
  const fields = Object.entries(set).map(([key, value]): [string, unknown] => [
    `data.${escapeKey(key)}`,
    escapeData(value),
  ])
  const update = {
    $set: {
      ...Object.fromEntries(fields),
      ...(flips.length > 0 ? { subscribed } : {}),
      ...(endsSnooze ? { snoozedUntil: null } : {}),
    },
    $inc: { changes: 1 },
  }
  return { updateOne: { filter: { _id, projectId }, update } }
}

function flipsOf(projectId: string, { id: contactId, flips }: ContactMerge): EventDraft[] {
  return flips.map((subscribed) => ({
    id: newId(),
    projectId,
    contactId,
    name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
    data: { source: 'import' },
  }))
}
