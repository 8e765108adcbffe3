import { Outbox, OUTBOX_KINDS, type Aside, type EntryFailures, type OutboxEntry } from '../models/outbox-entry.js'
import { acrossProjects } from '../models/owned-model.js'
import { databaseNow } from '../runtime/mongodb/clock.js'
import { loggableError } from '../runtime/loggable-error.js'
import { MalformedEntry } from './check-shape.js'
import { codesOf } from './temporal-fault.js'

const FIRST_REST_MS = 2_000
const LONGEST_REST_MS = 10 * 60_000
const PARKED_AFTER_MS = 60 * 60_000
const A_ROUND = 100

/** Whether a refused entry is tried again later or is left to an operator; null for an entry that is gone. */
export type Refused = 'resting' | 'parked' | null

/**
 * Sets an entry aside whose dispatch failed because of the entry itself. The entry rests, longer each time, and any
 * relay may claim it after that. An hour after the first refusal the entry is parked.
 */
export async function setRefusedAside(entry: OutboxEntry, error: unknown): Promise<Refused> {
  const now = databaseNow()
  const { count = 0, firstAt = now } = entry.failures ?? {}
  const isParked = now.getTime() - firstAt.getTime() >= PARKED_AFTER_MS
  const nextAt = new Date(now.getTime() + restMs(count))
  const failures: EntryFailures = { count: count + 1, firstAt, nextAt, reason: reasonOf(error) }
  const isChanged = await change(entry, {
    $set: { failures, ...setAside(isParked ? 'parked' : 'resting'), ...(isParked ? { parkedAt: now } : {}) },
    // Without this, conditions on the activity of contacts would wait for events that cannot be read.
    ...(error instanceof MalformedEntry ? { $unset: { activityAt: 1 } } : {}),
  })
  if (!isChanged) return null
  return isParked ? 'parked' : 'resting'
}

/**
 * Claims entries that are set aside, for the relay of this owner: those that have rested long enough, and those of a
 * kind that this version knows and another did not.
 */
export async function claimDue(owner: string): Promise<OutboxEntry[]> {
  const either: object[] = [
    { aside: 'resting', 'failures.nextAt': { $lte: databaseNow() } },
    { aside: 'unknown', kind: { $in: OUTBOX_KINDS } },
  ]
  const due = acrossProjects({ $or: either }, 'a relay serves all projects')
  const claimed: OutboxEntry[] = []
  for (const entry of await Outbox.find(due).limit(A_ROUND).lean()) {
    const { aside, failures, ...rest } = entry
    // An entry of an unknown kind was never refused.
    const refusals = aside === 'unknown' || !failures ? {} : { failures }
    const $unset = { aside: 1, ...(aside === 'unknown' ? { failures: 1 } : {}) }
    // Another relay may claim the same entry at the same moment.
    if (await change(entry, { $set: { owner }, $unset })) claimed.push({ ...rest, ...refusals, owner })
  }
  return claimed
}

/** Leaves entries of a kind that this version does not know to processes of another version. */
export async function leaveUnknown(entries: readonly OutboxEntry[]): Promise<void> {
  const now = databaseNow()
  for (const entry of entries) {
    const { kind } = entry
    const failures: EntryFailures = { count: 0, firstAt: now, nextAt: now, reason: `unknown kind ${kind}` }
    await change(entry, { $set: { failures, ...setAside('unknown') } })
  }
}

/** Parks the entries of an unknown kind that no process has taken within an hour; returns them. */
export async function parkUnknown(): Promise<OutboxEntry[]> {
  const now = databaseNow()
  const since = new Date(now.getTime() - PARKED_AFTER_MS)
  const waited = { aside: 'unknown' as const, kind: { $nin: [...OUTBOX_KINDS] }, 'failures.firstAt': { $lte: since } }
  const hasWaited = acrossProjects(waited, 'a relay serves all projects')
  const parked: OutboxEntry[] = []
  for (const entry of await Outbox.find(hasWaited).limit(A_ROUND).lean()) {
    if (await change(entry, { $set: { ...setAside('parked'), parkedAt: now } })) parked.push(entry)
  }
  return parked
}

function setAside(aside: Aside): { owner: null; aside: Aside } {
  return { owner: null, aside }
}

/** Changes an entry if it has the same owner still, and is set aside as it was; returns whether it did. */
async function change({ _id, owner, aside }: OutboxEntry, update: object): Promise<boolean> {
  // Through the driver, because the schema would convert or refuse a malformed field of the entry.
  const asRead = acrossProjects({ _id, owner, aside: aside ?? null }, 'a damaged entry may name no project')
  const { modifiedCount } = await Outbox.collection.updateOne(asRead, update)
  return modifiedCount === 1
}

/** Half of the rest is random, so that entries that were refused together do not come back together. */
function restMs(failures: number): number {
  const longest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures, 20))
  return longest / 2 + (Math.random() * longest) / 2
}

/** The type and the first code of an error, whose message may quote content. */
function reasonOf(error: unknown): string {
  // The message of a MalformedEntry names fields alone.
  if (error instanceof MalformedEntry) return error.message
  const code = codesOf(error).find((each) => typeof each === 'string' || typeof each === 'number')
  return [loggableError(error).type, code].filter((part) => part !== undefined).join(' ')
}
