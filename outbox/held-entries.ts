import type { OutboxEntry, OutboxKind } from '../models/outbox-entry.js'
import { createEntryCache } from '../runtime/entry-cache.js'
import { createQueues, type Queues } from './queues.js'

const DONE_REMEMBERED = 20_000
// Entries of these kinds are dispatched within the database, so that their progress says nothing about Temporal.
const WITHOUT_TEMPORAL: readonly OutboxKind[] = ['event', 'contact', 'project']

/** Why a dispatch failed: because of the entry itself, or because a server is away. */
export interface Failure {
  error: unknown
  isAway: boolean
}

interface Held {
  entry: OutboxEntry
  since: number
  /** Its documents that are not dispatched yet. */
  open: number
  failure?: Failure | undefined
  /** Until when it rests after a failure; null while it is being dispatched. */
  restsUntil: number | null
}

/** The entries that a relay holds in memory, within the limits of their queues. Times are of `performance.now()`. */
export interface HeldEntries extends Pick<Queues, 'hasRoom' | 'needsMore' | 'idsOf'> {
  /** Takes an entry; false for one that is held or done already, or that there is no room for. */
  add(entry: OutboxEntry): boolean
  /** Notes that some documents of an entry have been tried; true when that was the last of them. */
  complete(entry: OutboxEntry, count: number, failure?: Failure): boolean
  /** The ids of held entries that sort before `id`: those that were made earlier. */
  idsBefore(id: string): string[]
  get(entry: OutboxEntry): Pick<Held, 'since' | 'failure'> | undefined
  /** Keeps an entry that failed from being added again before `until`. */
  rest(entry: OutboxEntry, until: number): void
  /** The entries that have rested long enough. */
  rested(): OutboxEntry[]
  /** Forgets an entry that needs no dispatch any more, and keeps its id, so that it is not added again. */
  drop(entry: OutboxEntry): void
  /** Forgets an entry that another relay may dispatch, or this one later. */
  release(entry: OutboxEntry): void
  /** The keys of queues with entries in the database that are still to be read. */
  readonly unread: Set<string>
  /** For how many ms no held entry was dispatched; the longer one of entries that need Temporal and of the others. */
  stuckMs(): number
  clear(): void
}

/** Creates an empty store. */
export function createHeldEntries(): HeldEntries {
  const held = new Map<string, Held>()
  const done = createEntryCache<true>({ maxEntries: DONE_REMEMBERED })
  const unread = new Set<string>()
  const queues = createQueues()
  const progress = createProgress()
  const forget = (entry: OutboxEntry): void => {
    if (!held.delete(entry._id)) return
    queues.give(entry)
    progress.end(entry)
  }
  return {
    hasRoom: (queueKey) => queues.hasRoom(queueKey),
    needsMore: (queueKey) => queues.needsMore(queueKey),
    idsOf: (queueKey) => queues.idsOf(queueKey),
    unread,
    add(entry) {
      const { _id, queueKey, ids } = entry
      const known = held.get(_id)
      if (done.has(_id) || (known && !isRested(known))) return false
      if (!known && !queues.hasRoom(queueKey)) {
        unread.add(queueKey)
        return false
      }
      if (!known) queues.take(entry)
      progress.begin(entry)
      held.set(_id, { entry, since: performance.now(), open: ids.length, restsUntil: null })
      return true
    },
    complete({ _id }, count, failure) {
      const of = held.get(_id)
      if (!of) return false
      // A refused entry is progress too: the server has answered.
      if (!failure?.isAway) progress.advance(of.entry)
      of.open -= count
      // A failure of the entry does not replace an outage: the entry stays in memory until the server is back, and its
      // next dispatch shows the failure again.
      if (failure && !of.failure?.isAway) of.failure = failure
      if (of.open > 0) return false
      if (!of.failure) queues.free(of.entry)
      return true
    },
    idsBefore: (id) => [...held.keys()].filter((each) => each < id),
    get: ({ _id }) => held.get(_id),
    rest({ _id }, until) {
      const of = held.get(_id)
      if (of) of.restsUntil = until
    },
    rested: () => [...held.values()].filter(isRested).map(({ entry }) => entry),
    drop(entry) {
      done.set(entry._id, true)
      forget(entry)
    },
    release: forget,
    stuckMs: progress.stuckMs,
    clear() {
      held.clear()
      progress.clear()
      unread.clear()
      queues.clear()
    },
  }
}

function isRested({ restsUntil }: Held): boolean {
  return restsUntil !== null && restsUntil <= performance.now()
}

/** The time of the latest dispatch, separately for entries that need Temporal and for the others. */
function createProgress() {
  const ways = [true, false].map(() => ({ waiting: new Set<string>(), advancedAt: 0 }))
  const wayOf = ({ kind }: OutboxEntry) => ways[WITHOUT_TEMPORAL.includes(kind) ? 0 : 1]!
  return {
    begin(entry: OutboxEntry): void {
      const way = wayOf(entry)
      if (way.waiting.size === 0) way.advancedAt = performance.now()
      way.waiting.add(entry._id)
    },
    advance(entry: OutboxEntry): void {
      wayOf(entry).advancedAt = performance.now()
    },
    end(entry: OutboxEntry): void {
      wayOf(entry).waiting.delete(entry._id)
    },
    clear(): void {
      for (const { waiting } of ways) waiting.clear()
    },
    stuckMs: () =>
      Math.max(...ways.map(({ waiting, advancedAt }) => (waiting.size === 0 ? 0 : performance.now() - advancedAt))),
  }
}
