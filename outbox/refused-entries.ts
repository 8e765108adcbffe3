import { kindLeftTo, PARKED, RESTING, unknownKindOwner } from '../commands/outbox/owner.js'
import { Outbox, type EntryFailures, type OutboxEntry } from '../models/outbox-entry.js'
import { databaseNow } from '../runtime/mongodb/clock.js'
import { loggableError } from '../runtime/loggable-error.js'

const FIRST_REST_MS = 2_000
const LONGEST_REST_MS = 10 * 60_000
const PARKED_AFTER_MS = 60 * 60_000
const CLAIMED_A_ROUND = 100

/** Whether a refused entry is tried again later, or is left to an operator. */
export type Refused = 'resting' | 'parked'

/**
 * Sets an entry aside that could not be dispatched for a reason of its own: it rests, longer each time, and any relay
 * takes it up again. An hour after the first refusal it is parked.
 */
export async function setRefusedAside(entry: OutboxEntry, error: unknown): Promise<Refused> {
  const now = databaseNow()
  const { count = 0, firstAt = now } = entry.failures ?? {}
  const isParked = now.getTime() - firstAt.getTime() >= PARKED_AFTER_MS
  const nextAt = new Date(now.getTime() + restMs(count))
  const failures: EntryFailures = { count: count + 1, firstAt, nextAt, reason: reasonOf(error) }
  // Through the driver: what is wrong with the entry may be a field that the schema does not allow.
  await Outbox.collection.updateOne(
    { _id: entry._id as never, owner: entry.owner },
    { $set: { failures, owner: isParked ? PARKED : RESTING, ...(isParked ? { parkedAt: now } : {}) } },
  )
  return isParked ? 'parked' : 'resting'
}

/** Takes entries that have rested long enough, for a relay. */
export async function claimRested(owner: string): Promise<OutboxEntry[]> {
  const isDue = { owner: RESTING, 'failures.nextAt': { $lte: databaseNow() } }
  const due = await Outbox.find(isDue).limit(CLAIMED_A_ROUND).lean()
  const claimed: OutboxEntry[] = []
  for (const entry of due) {
    // Another relay may claim it at the same moment.
    const { modifiedCount } = await Outbox.updateOne({ _id: entry._id, ...isDue }, { $set: { owner } })
    if (modifiedCount > 0) claimed.push({ ...entry, owner })
  }
  return claimed
}

/** Leaves entries of a kind that this version does not know to processes of another version. */
export async function leaveUnknown(entries: readonly OutboxEntry[]): Promise<void> {
  for (const { _id, kind, owner } of entries) {
    await Outbox.updateOne({ _id, owner }, { $set: { owner: unknownKindOwner(kind) } })
  }
}

/** Parks the entries of an unknown kind that no process has taken within an hour. */
export async function parkUnknown(owner: string): Promise<void> {
  const now = databaseNow()
  const reason = `unknown kind ${kindLeftTo(owner) ?? ''}`
  const failures: EntryFailures = { count: 0, firstAt: now, nextAt: now, reason }
  await Outbox.collection.updateMany(
    { owner, createdAt: { $lt: new Date(now.getTime() - PARKED_AFTER_MS) } },
    { $set: { owner: PARKED, parkedAt: now, failures } },
  )
}

/** Half of the rest is random, so that entries that were refused together do not come back together. */
function restMs(failures: number): number {
  const longest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures, 20))
  return longest / 2 + (Math.random() * longest) / 2
}

/** The type and the code of an error: its message may tell of content. */
function reasonOf(error: unknown): string {
  const { type, code } = loggableError(error)
  return code === undefined ? type : `${type} ${code}`
}
