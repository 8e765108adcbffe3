import { PARKED, RESTING, unknownKindOwner } from '../commands/outbox/owner.js'
import { Outbox, type EntryFailures, type OutboxEntry } from '../models/outbox-entry.js'
import { databaseNow } from '../runtime/mongodb/clock.js'
import { loggableError } from '../runtime/loggable-error.js'
import { MalformedEntry } from './check-shape.js'
import { codesOf } from './temporal-fault.js'

const FIRST_REST_MS = 2_000
const LONGEST_REST_MS = 10 * 60_000
const PARKED_AFTER_MS = 60 * 60_000
const A_ROUND = 100

/** Whether a refused entry is tried again later, or is left to an operator; null: it is not there any more. */
export type Refused = 'resting' | 'parked' | null

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
  const isChanged = await change(entry, {
    $set: { failures, owner: isParked ? PARKED : RESTING, ...(isParked ? { parkedAt: now } : {}) },
    // Conditions on what contacts did would otherwise go on waiting for events that cannot be read.
    ...(error instanceof MalformedEntry ? { $unset: { activityAt: 1 } } : {}),
  })
  if (!isChanged) return null
  return isParked ? 'parked' : 'resting'
}

/** Takes entries that have rested long enough, for a relay. */
export async function claimRested(owner: string): Promise<OutboxEntry[]> {
  const isDue = { owner: RESTING, 'failures.nextAt': { $lte: databaseNow() } }
  const due = await Outbox.find(isDue).limit(A_ROUND).lean()
  const claimed: OutboxEntry[] = []
  // Another relay may claim one at the same moment.
  for (const entry of due) if (await change(entry, { $set: { owner } })) claimed.push({ ...entry, owner })
  return claimed
}

/** Leaves entries of a kind that this version does not know to processes of another version. */
export async function leaveUnknown(entries: readonly OutboxEntry[]): Promise<void> {
  const now = databaseNow()
  for (const entry of entries) {
    const { kind } = entry
    const failures: EntryFailures = { count: 0, firstAt: now, nextAt: now, reason: `unknown kind ${kind}` }
    await change(entry, { $set: { failures, owner: unknownKindOwner(kind) } })
  }
}

/** Parks the entries of an unknown kind that no process has taken within an hour; returns them. */
export async function parkUnknown(owner: string): Promise<OutboxEntry[]> {
  const now = databaseNow()
  const hasWaited = { owner, 'failures.firstAt': { $lte: new Date(now.getTime() - PARKED_AFTER_MS) } }
  const parked: OutboxEntry[] = []
  for (const entry of await Outbox.find(hasWaited).limit(A_ROUND).lean()) {
    if (await change(entry, { $set: { owner: PARKED, parkedAt: now } })) parked.push(entry)
  }
  return parked
}

/** Changes an entry if it still has its owner; returns whether it did. */
async function change({ _id, owner }: OutboxEntry, update: object): Promise<boolean> {
  // Through the driver: what is wrong with the entry may be a field that the schema would convert or refuse.
  const { modifiedCount } = await Outbox.collection.updateOne({ _id: _id as never, owner }, update)
  return modifiedCount === 1
}

/** Half of the rest is random, so that entries that were refused together do not come back together. */
function restMs(failures: number): number {
  const longest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures, 20))
  return longest / 2 + (Math.random() * longest) / 2
}

/** The type and the first code of an error: its message may tell of content. */
function reasonOf(error: unknown): string {
  // The message of this one names fields alone.
  if (error instanceof MalformedEntry) return error.message
  const code = codesOf(error).find((each) => typeof each === 'string' || typeof each === 'number')
  return [loggableError(error).type, code].filter((part) => part !== undefined).join(' ')
}
