import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord, type CountedContact } from '../../../models/contact.js'
import { ContactCount } from '../../../models/contact-count.js'
import { inferType } from '../../../models/domain/fields.js'
import { Field } from '../../../models/field.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { updateEach } from '../../../models/update-each.js'
import { ensureFields, ensuringFields, type SeenField } from '../../base/records/known-fields.js'

type CountableContact = Pick<ContactRecord, '_id' | 'subscribed' | 'data' | 'counted'>

/** A contact as the dispatch of its outbox entry reads it. */
export type ChangedContact = CountableContact & Pick<ContactRecord, 'updatedAt'>

/** The escaped keys of a contact's fields, for pipelines: their values stay in the database. */
export const FIELD_KEYS = { $map: { input: { $objectToArray: { $ifNull: ['$data', {}] } }, in: '$$this.k' } } as const

/** Steps (increments) of the counters of a project. */
export interface Steps {
  contacts: number
  subscribed: number
  fields: Map<string, number>
}

/**
 * Updates the counters of a project by the changes of these contacts since they were counted last, and stores in each
 * contact how it counts now. One transaction does both: the counters always equal the sum of `counted` over the
 * contacts. Registers the fields that the contacts have gained. A contact that changes again has another outbox entry.
 */
export async function countContacts(projectId: string, ids: string[]): Promise<void> {
  const shown = { subscribed: 1, data: 1, counted: 1, updatedAt: 1 } as const
  const countAll = () =>
    inTransaction(async (session) => {
      const found = Contact.find({ _id: { $in: ids }, projectId }, shown, { session })
      const stale = (await found.lean<ChangedContact[]>()).filter((contact) => !isCounted(contact))
      if (stale.length > 0) await countIn(session, projectId, stale, gainedFields(stale))
    })
  // Another transaction may have registered the same field.
  await retryOnDuplicateKey(countAll)
}

/** Registers the fields that contacts have gained since they were counted last. */
export async function ensureGainedFields(projectId: string, changed: ChangedContact[]): Promise<void> {
  const stale = changed.filter((contact) => !isCounted(contact))
  if (stale.length > 0) await ensureFields(projectId, gainedFields(stale))
}

/**
 * Counts contacts as they are now, inside a transaction that read or wrote them. `gained` holds the fields of the
 * contacts that have no rows yet.
 */
export async function countIn(
  session: ClientSession,
  projectId: string,
  contacts: CountableContact[],
  gained: readonly SeenField[] = [],
): Promise<void> {
  const steps = noSteps()
  for (const contact of contacts) addSteps(steps, contact.counted, countedAs(contact))
  if (contacts.length > 0) {
    await updateEach(
      Contact,
      contacts.map((contact) => ({
        filter: { _id: contact._id, projectId },
        update: { $set: { counted: countedAs(contact) } },
      })),
      session,
    )
  }
  await stepCounters(session, projectId, steps, gained)
}

/**
 * The fields that these contacts have and do not count for yet, each with the type of its value and the time of its
 * last write. A field for which a contact counts has a row already, and is left out: a field that is being deleted must
 * not come back through contacts that still have it.
 */
function gainedFields(contacts: Pick<ContactRecord, 'data' | 'counted' | 'updatedAt'>[]): SeenField[] {
  const gained = new Map<string, Required<SeenField>>()
  for (const { data, counted, updatedAt: seenAt } of contacts) {
    const countedKeys = new Set(counted?.keys)
    for (const [key, value] of Object.entries(data ?? {})) {
      const latest = gained.get(key)?.seenAt
      if (!countedKeys.has(key) && !(latest && latest >= seenAt))
        gained.set(key, { key, type: inferType(value), seenAt })
    }
  }
  return [...gained.values()]
}

/** The state of a contact that the counters count. */
export function countedAs({ subscribed, data }: Pick<ContactRecord, 'subscribed' | 'data'>): CountedContact {
  return { subscribed, keys: Object.keys(data ?? {}) }
}

/** Adds the steps of a contact that counts as `now` and no more as `before`; null stands for not counted. */
export function addSteps(steps: Steps, before: CountedContact | null, now: CountedContact | null): void {
  steps.contacts += (now ? 1 : 0) - (before ? 1 : 0)
  steps.subscribed += Number(now?.subscribed ?? false) - Number(before?.subscribed ?? false)
  for (const key of before?.keys ?? []) steps.fields.set(key, (steps.fields.get(key) ?? 0) - 1)
  for (const key of now?.keys ?? []) steps.fields.set(key, (steps.fields.get(key) ?? 0) + 1)
}

/** Steps without any change. */
export function noSteps(): Steps {
  return { contacts: 0, subscribed: 0, fields: new Map() }
}

/** Whether the counters count a contact as it is now. */
export function isCounted(contact: CountableContact): boolean {
  const { counted } = contact
  if (!counted || counted.subscribed !== contact.subscribed) return false
  const keys = Object.keys(contact.data ?? {})
  const countedKeys = new Set(counted.keys)
  return keys.length === countedKeys.size && keys.every((key) => countedKeys.has(key))
}

/** Adds steps to the counters of a project, and registers the `gained` fields, in a transaction. */
export async function stepCounters(
  session: ClientSession,
  projectId: string,
  steps: Steps,
  gained: readonly SeenField[] = [],
): Promise<void> {
  const changedCounts = [...steps.fields].filter(([, step]) => step !== 0)
  const counts = changedCounts.map(([key, step]) => ({
    updateOne: { filter: { projectId, key }, update: { $inc: { count: step } } },
  }))
  const writes = [...ensuringFields(projectId, gained), ...counts]
  if (writes.length > 0) await Field.bulkWrite(writes, { session, ordered: true })
  const { contacts, subscribed } = steps
  if (contacts === 0 && subscribed === 0) return
  await ContactCount.updateOne({ _id: projectId }, { $inc: { contacts, subscribed } }, { session, upsert: true })
}
