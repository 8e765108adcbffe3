import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord, type CountedContact } from '../../models/contact.js'
import { ContactCount } from '../../models/contact-count.js'
import { inferType } from '../../models/domain/fields.js'
import { Field } from '../../models/field.js'
import { retryOnDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { ensureFields, ensuringFields, type SeenField } from '../fields/known-fields.js'

type CountableContact = Pick<ContactRecord, '_id' | 'subscribed' | 'data' | 'counted'>

/** A contact as its dispatch read it. */
export type ChangedContact = CountableContact & Pick<ContactRecord, 'updatedAt'>

/** The escaped keys of a contact's fields, for pipelines: their values stay in the database. */
export const FIELD_KEYS = { $map: { input: { $objectToArray: { $ifNull: ['$data', {}] } }, in: '$$this.k' } } as const

/** Steps of the counters of a project. */
export interface Steps {
  contacts: number
  subscribed: number
  fields: Map<string, number>
}

/**
 * Steps the counters of a project by the changes of these contacts since they were counted last, and writes to each
 * what it counts for now, in one transaction: the counters always equal the sum of `counted` over the contacts. Makes
 * the fields known that they have gained. A contact that changes again has another entry.
 */
export async function countContacts(projectId: string, ids: string[]): Promise<void> {
  const shown = { subscribed: 1, data: 1, counted: 1, updatedAt: 1 } as const
  const countAll = () =>
    inTransaction(async (session) => {
      const found = Contact.find({ _id: { $in: ids }, projectId }, shown, { session })
      const stale = (await found.lean<ChangedContact[]>()).filter((contact) => !isCounted(contact))
      if (stale.length > 0) await countIn(session, projectId, stale, gainedFields(stale))
    })
  // Another transaction may have made the same field known.
  await retryOnDuplicateKey(countAll)
}

/** Makes the fields known to the project that contacts have gained since they were counted last. */
export async function ensureGainedFields(projectId: string, changed: ChangedContact[]): Promise<void> {
  const stale = changed.filter((contact) => !isCounted(contact))
  if (stale.length > 0) await ensureFields(projectId, gainedFields(stale))
}

/**
 * Counts contacts as they are now, inside a transaction that read or wrote them. Those of their fields that have no
 * rows yet are in `gained`.
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
 * The fields that these contacts have and do not count for yet, each with the type of its value and the time it was
 * written last. A field that a contact counts for has its row already. A field that is being deleted must not come
 * back by the contacts that have not lost it yet.
 */
function gainedFields(contacts: Pick<ContactRecord, 'data' | 'counted' | 'updatedAt'>[]): SeenField[] {
  const gained = new Map<string, Required<SeenField>>()
  for (const { data, counted, updatedAt: seenAt } of contacts) {
    const known = new Set(counted?.keys)
    for (const [key, value] of Object.entries(data ?? {})) {
      const latest = gained.get(key)?.seenAt
      if (!known.has(key) && !(latest && latest >= seenAt)) gained.set(key, { key, type: inferType(value), seenAt })
    }
  }
  return [...gained.values()]
}

/** The state of a contact that counters hold. */
export function countedAs({ subscribed, data }: Pick<ContactRecord, 'subscribed' | 'data'>): CountedContact {
  return { subscribed, keys: Object.keys(data ?? {}) }
}

/** Adds the steps by which counters hold `now` in place of `before`; null is a contact that is not counted. */
export function addSteps(steps: Steps, before: CountedContact | null, now: CountedContact | null): void {
  steps.contacts += (now ? 1 : 0) - (before ? 1 : 0)
  steps.subscribed += Number(now?.subscribed ?? false) - Number(before?.subscribed ?? false)
  for (const key of before?.keys ?? []) steps.fields.set(key, (steps.fields.get(key) ?? 0) - 1)
  for (const key of now?.keys ?? []) steps.fields.set(key, (steps.fields.get(key) ?? 0) + 1)
}

/** Steps that change nothing yet. */
export function noSteps(): Steps {
  return { contacts: 0, subscribed: 0, fields: new Map() }
}

/** Whether the counters are up to date with a contact. */
export function isCounted(contact: CountableContact): boolean {
  const { counted } = contact
  if (!counted || counted.subscribed !== contact.subscribed) return false
  const keys = Object.keys(contact.data ?? {})
  const known = new Set(counted.keys)
  return keys.length === known.size && keys.every((key) => known.has(key))
}

/** Steps the counters of a project, and makes the `gained` fields known, in a transaction. */
export async function stepCounters(
  session: ClientSession,
  projectId: string,
  steps: Steps,
  gained: readonly SeenField[] = [],
): Promise<void> {
  const stepped = [...steps.fields].filter(([, step]) => step !== 0)
  const counts = stepped.map(([key, step]) => ({
    updateOne: { filter: { projectId, key }, update: { $inc: { count: step } } },
  }))
  const writes = [...ensuringFields(projectId, gained), ...counts]
  if (writes.length > 0) await Field.bulkWrite(writes, { session, ordered: true })
  const { contacts, subscribed } = steps
  if (contacts === 0 && subscribed === 0) return
  await ContactCount.updateOne({ _id: projectId }, { $inc: { contacts, subscribed } }, { session, upsert: true })
}
