import { setTimeout as delay } from 'node:timers/promises'
import { Outbox, OUTBOX_KINDS, type OutboxEntry, type OutboxKind } from '../models/outbox-entry.js'
import { byShard, projectsOf } from '../models/by-shard.js'
import { createBatcher, type Batcher } from '../runtime/concurrency/batcher.js'
import { isolateFailures } from '../runtime/concurrency/isolate-failures.js'
import { countDispatched } from '../runtime/metrics/outbox.js'
import { traceParent } from '../runtime/tracing/tracing.js'
import { shardOf } from '../runtime/mongodb/shard-of.js'
import { isMongodbUnavailable } from '../runtime/mongodb/unavailable.js'
import { dispatchersOf, type Dispatcher } from './dispatchers.js'
import { relayEntriesTo } from '../commands/base/outbox/owner.js'
import { shapeFault } from './check-shape.js'
import { createHeldEntries, type Failure, type HeldEntries } from './held-entries.js'
import type { JudgeSettings } from '../commands/lifecycle/projects/judge-project.js'
import { itemsOf, type OutboxItem } from './items.js'
import { leaveUnknown, parkUnknown, setRefusedAside } from './refused-entries.js'
import { isRefusal, isTemporalError, type Temporal } from './temporal.js'
import { withSpans } from './trace-starts.js'

/** Why a relay does not dispatch an entry. */
export type SetAside = 'parked' | 'unknown kind'

/** Dependencies of the relay. */
export interface RelayDeps {
  temporal: Temporal
  /** Called for every dispatch that failed, once for all while a server is away; the entries stay in the database. */
  onFailure: (kind: OutboxKind, error: unknown, entries: readonly OutboxEntry[]) => void
  /** The measures against projects whose mail harms the installation; none if omitted. */
  judge?: JudgeSettings
  /** Called for an entry that is parked, or left to another version. */
  onSetAside?: (entry: OutboxEntry, why: SetAside) => void
  /** The time for which `close` goes on dispatching; two seconds if omitted. */
  drainMs?: number
}

// A process that stops has only a few seconds: an outage of Temporal or a backlog would take longer.
const DRAIN_MS = 2_000
const REST_MS = 2_000
const CONCURRENCY = 16
// No request waits for the completion or the deletion of these entries, so they are gathered for a moment. Entries of
// the other kinds say that their document, such as an execution, has yet to start: these are deleted soon.
const DELETED_LATER: readonly OutboxKind[] = ['email', 'event', 'contact', 'project']
const COMPLETED_TOGETHER = 100
const COMPLETED_WITHIN_MS = 500
const DELETED_TOGETHER = 500
const DELETED_WITHIN_MS = 1_000
const DELETE_EVERY_MS = 20

/**
 * Dispatches the entries of its process in the background, batched by load: a lone email is started at once, and under
 * load many emails share a start. An entry that fails does so alone, rests, and is tried again under the same business
 * id. A dispatched entry is completed and deleted within about a second, together with others. After a crash in
 * between, another relay repeats the dispatch, which changes nothing.
 */
export class Relay {
  /** Called when a queue with entries that were left in the database has room again. */
  onRoom: () => void = () => undefined
  readonly #deps: RelayDeps
  readonly #held = createHeldEntries()
  readonly #dispatchers: Record<OutboxKind, Dispatcher>
  readonly #batchers: ReadonlyMap<OutboxKind, Batcher<OutboxItem>>
  readonly #completions: Batcher<OutboxEntry>
  readonly #deletions: Batcher<OutboxEntry>
  readonly #laterDeletions: Batcher<OutboxEntry>
  readonly #refusals = new Set<Promise<void>>()
  readonly #leave: () => void
  #isClosed = false

  constructor(deps: RelayDeps) {
    this.#deps = deps
    this.#leave = relayEntriesTo((entries) => this.enqueue(entries))
    this.#dispatchers = dispatchersOf(withSpans(deps.temporal), deps.judge ?? { disables: false, mailsMembers: false })
    this.#batchers = new Map(OUTBOX_KINDS.map((kind) => [kind, this.#batcherOf(kind, this.#dispatchers[kind])]))
    this.#completions = createBatcher({
      keyOf: ({ queueKey }) => queueKey,
      groupOf: ({ kind, projectId }) => `${kind}:${shardOf(projectId)}`,
      maxBatch: COMPLETED_TOGETHER,
      concurrency: CONCURRENCY,
      concurrencyPerKey: 1,
      gatherMs: COMPLETED_WITHIN_MS,
      run: (entries) => this.#complete(entries),
    })
    const deletions = {
      keyOf: () => '',
      maxBatch: DELETED_TOGETHER,
      concurrency: 1,
      concurrencyPerKey: 1,
      run: (entries: OutboxEntry[]) => this.#delete(entries),
    }
    this.#deletions = createBatcher({ ...deletions, cooldownMs: DELETE_EVERY_MS })
    this.#laterDeletions = createBatcher({ ...deletions, gatherMs: DELETED_WITHIN_MS })
  }

  /** The entries in memory. */
  get held(): Pick<HeldEntries, 'idsOf' | 'idsBefore' | 'hasRoom' | 'unread' | 'rested'> {
    return this.#held
  }

  /** For how many ms no held entry was dispatched, as in `HeldEntries`. */
  stuckMs(): number {
    return this.#held.stuckMs()
  }

  /** Takes entries and returns at once. Entries without room stay in the database until there is room. */
  readonly enqueue = (entries: readonly OutboxEntry[]): void => {
    if (this.#isClosed) return
    // The trace of the request or the dispatch that enqueues the entry, not that of the transaction that stored it.
    const trace = traceParent()
    for (const each of entries) {
      const entry = trace && !each.traces ? { ...each, trace } : each
      if (!this.#held.add(entry)) continue
      for (const item of itemsOf(entry)) this.#batchers.get(entry.kind)?.enqueue(item)
    }
  }

  /**
   * Like `enqueue`, for entries that were read from the database. Entries of a kind that this version does not know are
   * left to other processes, and malformed entries are refused.
   */
  async enqueueStored(entries: readonly OutboxEntry[]): Promise<void> {
    const unknown = entries.filter(({ kind }) => !this.#batchers.has(kind))
    if (unknown.length > 0) await leaveUnknown(unknown)
    for (const entry of unknown) this.#deps.onSetAside?.(entry, 'unknown kind')
    for (const entry of entries) {
      if (!this.#batchers.has(entry.kind)) continue
      const fault = shapeFault(entry)
      if (!fault) this.enqueue([entry])
      else {
        // The ids of a malformed entry may be any text, so the log gets none.
        this.#deps.onFailure(entry.kind, fault, [])
        this.#refuse(entry, fault)
      }
    }
    await Promise.all(this.#refusals)
  }

  /** Parks the entries of an unknown kind that no process has taken within an hour. */
  async parkUnknown(): Promise<void> {
    for (const entry of await parkUnknown()) this.#deps.onSetAside?.(entry, 'parked')
  }

  /**
   * Dispatches the entries in memory for two seconds at most, and leaves the rest in the database, where another
   * process finds it. Resolves once no dispatch goes on.
   */
  async close(): Promise<void> {
    const whole = this.#idle()
    await Promise.race([whole, delay(this.#deps.drainMs ?? DRAIN_MS, undefined, { ref: false })])
    this.#isClosed = true
    this.#leave()
    for (const batcher of this.#batchers.values()) batcher.clear()
    await whole
    this.#held.clear()
  }

  async #idle(): Promise<void> {
    const batchers = [...this.#batchers.values()]
    // A dispatch may enqueue entries of another kind; waiting twice covers the longest chain.
    for (const batcher of [...batchers, ...batchers]) await batcher.idle()
    await this.#completions.idle()
    // A completion may enqueue entries too; waiting once covers those.
    for (const batcher of batchers) await batcher.idle()
    await Promise.all([this.#deletions.idle(), this.#laterDeletions.idle(), ...this.#refusals])
  }

  #batcherOf(kind: OutboxKind, { run, ...limits }: Dispatcher): Batcher<OutboxItem> {
    return createBatcher<OutboxItem>({
      ...limits,
      keyOf: ({ projectId }) => projectId,
      concurrency: CONCURRENCY,
      run: async (items) => {
        const failureOf = await this.#attempt(kind, items, run)
        for (const item of items) this.#end(item, failureOf(item))
      },
    })
  }

  async #attempt(
    kind: OutboxKind,
    items: readonly OutboxItem[],
    run: Dispatcher['run'],
  ): Promise<(item: OutboxItem) => Failure | undefined> {
    try {
      const failures = await isolateFailures(items, run, isAway)
      for (const [item, error] of failures) this.#deps.onFailure(kind, error, [item.entry])
      return (item) => (failures.has(item) ? { error: failures.get(item), isAway: false } : undefined)
    } catch (error) {
      this.#deps.onFailure(kind, error, [...new Set(items.map(({ entry }) => entry))])
      return () => ({ error, isAway: true })
    }
  }

  #end({ entry, documents }: OutboxItem, failure?: Failure): void {
    const held = this.#held.get(entry)
    countDispatched(entry.kind, failure ? 'failed' : 'done', performance.now() - (held?.since ?? performance.now()))
    if (!this.#held.complete(entry, documents, failure)) return
    if (held?.failure?.isAway) this.#held.rest(entry, performance.now() + REST_MS)
    else if (held?.failure) this.#refuse(entry, held.failure.error)
    else if (this.#dispatchers[entry.kind].complete) this.#completions.enqueue(entry)
    else (DELETED_LATER.includes(entry.kind) ? this.#laterDeletions : this.#deletions).enqueue(entry)
    this.#readMore([entry])
  }

  /** Completes entries of one kind, and of projects of one shard, and deletes them or enqueues their deletion. */
  async #complete(entries: OutboxEntry[]): Promise<void> {
    const kind = entries[0]?.kind ?? 'event'
    const { complete } = this.#dispatchers[kind]
    const completeAll = async (some: readonly OutboxEntry[]): Promise<void> => {
      await complete?.run(some)
      if (complete?.deletes) this.#drop(some)
      else for (const entry of some) this.#laterDeletions.enqueue(entry)
    }
    try {
      const failures = await isolateFailures(entries, completeAll, isAway)
      for (const [entry, error] of failures) {
        this.#deps.onFailure(kind, error, [entry])
        this.#refuse(entry, error)
      }
    } catch (error) {
      this.#fail(
        entries.filter((entry) => this.#held.get(entry)),
        error,
      )
    }
  }

  async #delete(entries: OutboxEntry[]): Promise<void> {
    try {
      // If a crash of the database loses the deletion, the entry is dispatched once more, which changes nothing.
      for (const ofShard of byShard(entries)) {
        await Outbox.deleteMany(
          { _id: { $in: ofShard.map(({ _id }) => _id) }, projectId: projectsOf(ofShard) },
          { writeConcern: { w: 1 } },
        )
      }
      this.#drop(entries)
    } catch (error) {
      this.#fail(entries, error)
    }
  }

  #drop(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) this.#held.drop(entry)
  }

  /** Sets aside an entry that failed because of itself, so that it does not keep others waiting. */
  #refuse(entry: OutboxEntry, error: unknown): void {
    const refusal = this.#setAside(entry, error).finally(() => this.#refusals.delete(refusal))
    this.#refusals.add(refusal)
  }

  async #setAside(entry: OutboxEntry, error: unknown): Promise<void> {
    try {
      const refused = await setRefusedAside(entry, error)
      this.#held.release(entry)
      if (refused === 'parked') this.#deps.onSetAside?.(entry, 'parked')
    } catch (failure) {
      this.#fail([entry], failure)
    }
  }

  /** Lets dispatched entries that are still stored rest; their dispatch is repeated after that. */
  #fail(entries: OutboxEntry[], error: unknown): void {
    for (const entry of entries) this.#held.rest(entry, performance.now() + REST_MS)
    if (entries[0]) this.#deps.onFailure(entries[0].kind, error, entries)
  }

  #readMore(entries: readonly OutboxEntry[]): void {
    if (entries.some(({ queueKey }) => this.#held.unread.has(queueKey) && this.#held.needsMore(queueKey))) this.onRoom()
  }
}

function isAway(error: unknown): boolean {
  return isMongodbUnavailable(error) || (isTemporalError(error) && !isRefusal(error))
}
