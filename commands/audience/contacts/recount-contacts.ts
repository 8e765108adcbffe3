import mongoose, { type ClientSession } from 'mongoose'
import { ContactCount } from '../../../models/contact-count.js'
import { Contact, type CountedContact } from '../../../models/contact.js'
import { unescapeKey } from '../../../models/domain/fields.js'
import { Field } from '../../../models/field.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { setOff } from '../../base/outbox/set-off.js'
import { addSteps, FIELD_KEYS, noSteps } from './count-contacts.js'

/**
 * A counter of a project that differs from the sum over its contacts. `field` is the literal (unescaped) key of the
 * field.
 */
export interface CounterDifference {
  counter: 'contacts' | 'subscribed' | { field: string }
  is: number
  shouldBe: number
}

/** The result of a recount. */
export interface Recount {
  contacts: number
  differences: CounterDifference[]
  /** How many contacts have changed since they were counted, and have no outbox entry that would count them again. */
  forgotten: number
}

type Counters = ReturnType<typeof noSteps>

interface ScannedContact {
  _id: string
  subscribed: boolean
  keys: string[]
  counted: CountedContact | null
}

const BATCH = 500

/**
 * Counts the contacts of a project one by one and compares the sums with its counters. It reads both from one snapshot,
 * so that the result is right while the project is in use. `repair` adds the differences to the counters, and enqueues
 * the forgotten contacts, which the service then counts.
 */
export async function recountContacts(projectId: string, { repair = false } = {}): Promise<Recount> {
  const session = await mongoose.connection.startSession({ snapshot: true })
  try {
    const shouldBe = noSteps()
    const uncounted: string[] = []
    let contacts = 0
    let forgottenInAll = 0
    const countForgotten = async (ids: string[]): Promise<void> => {
      const waiting = await findWaiting('contact', projectId, ids, session)
      const forgotten = ids.filter((id) => !waiting.has(id))
      forgottenInAll += forgotten.length
      if (repair && forgotten.length > 0) await enqueue(projectId, forgotten)
    }
    for await (const contact of scan(session, projectId)) {
      contacts += 1
      addSteps(shouldBe, null, contact.counted)
      if (!isCounted(contact) && uncounted.push(contact._id) === BATCH) await countForgotten(uncounted.splice(0))
    }
    const differences = compare(await readCounters(session, projectId), shouldBe)
    await countForgotten(uncounted)
    if (repair) await repairCounters(projectId, differences)
    return { contacts, differences: differences.map(withLiteralKey), forgotten: forgottenInAll }
  } finally {
    await session.endSession()
  }
}

/** A difference whose field has its escaped key. */
interface Difference {
  counter: 'contacts' | 'subscribed' | { key: string }
  is: number
  shouldBe: number
}

function scan(session: ClientSession, projectId: string): AsyncIterable<ScannedContact> {
  return Contact.aggregate<ScannedContact>([
    { $match: { projectId } },
    {
      $project: {
        subscribed: 1,
        counted: 1,
        keys: FIELD_KEYS,
      },
    },
  ])
    .session(session)
    .cursor()
}

async function readCounters(session: ClientSession, projectId: string): Promise<Counters> {
  const fields = await Field.find({ projectId }, { key: 1, count: 1 }, { session }).lean()
  const counted = await ContactCount.findOne({ _id: projectId }, null, { session }).lean()
  return {
    contacts: counted?.contacts ?? 0,
    subscribed: counted?.subscribed ?? 0,
    fields: new Map(fields.map(({ key, count }) => [key, count])),
  }
}

function compare(stored: Counters, shouldBe: Counters): Difference[] {
  const keys = [...new Set([...stored.fields.keys(), ...shouldBe.fields.keys()])].sort()
  const all: Difference[] = [
    ...(['contacts', 'subscribed'] as const).map((counter) => ({
      counter,
      is: stored[counter],
      shouldBe: shouldBe[counter],
    })),
    ...keys.map((key) => ({
      counter: { key },
      is: stored.fields.get(key) ?? 0,
      shouldBe: shouldBe.fields.get(key) ?? 0,
    })),
  ]
  return all.filter(({ is, shouldBe }) => is !== shouldBe)
}

async function repairCounters(projectId: string, differences: Difference[]): Promise<void> {
  for (const { counter, is, shouldBe } of differences) {
    const step = shouldBe - is
    if (typeof counter === 'string') {
      await ContactCount.updateOne({ _id: projectId }, { $inc: { [counter]: step } }, { upsert: true })
    } else {
      await Field.updateOne(
        { projectId, key: counter.key },
        { $inc: { count: step }, $setOnInsert: { _id: newId(), type: 'string' } },
        { upsert: true },
      )
    }
  }
}

async function enqueue(projectId: string, ids: string[]): Promise<void> {
  await inTransaction((session) => setOff(session, { kind: 'contact', projectId, ids }))
}

function isCounted({ subscribed, keys, counted }: ScannedContact): boolean {
  const countedKeys = new Set(counted?.keys)
  return (
    counted?.subscribed === subscribed && keys.length === countedKeys.size && keys.every((key) => countedKeys.has(key))
  )
}

function withLiteralKey({ counter, ...rest }: Difference): CounterDifference {
  return { counter: typeof counter === 'string' ? counter : { field: unescapeKey(counter.key) }, ...rest }
}
