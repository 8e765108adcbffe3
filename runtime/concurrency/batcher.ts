import { detached } from '../tracing/tracing.js'
import { GroupHolds } from './group-holds.js'
import { ItemQueues, type Batch } from './item-queues.js'

/**
 * Options of a batcher. Only items of one key share a batch, unless `groupOf` names a group of keys that may share one.
 * Keys are served round robin.
 */
export interface BatcherOptions<Item> {
  keyOf: (item: Item) => string
  /**
   * The group of the key of an item. A batch also takes the items of further keys of the group, where it has room for
   * all of a key. A group has one run at a time, and one more as soon as its newest run has taken longer than most runs
   * do, so that a slow run does not hold up the other keys.
   */
  groupOf?: ((item: Item) => string) | undefined
  /** How many items one run takes at most. */
  maxBatch: number
  /** How many runs of one key may be concurrent. */
  concurrencyPerKey: number
  /** How many runs may be concurrent in all. */
  concurrency: number
  /** How long a key pauses after a run of several items that was not full, so that the next one grows; 0 if omitted. */
  cooldownMs?: number
  /** How long the first item of a batch waits for others, for work without a waiting caller; 0 if omitted. */
  gatherMs?: number
  run: (items: Item[]) => Promise<void>
}

/** Collects items into batches; see `createBatcher`. */
export interface Batcher<Item> {
  /** Adds an item. The caller must limit how many items wait. */
  enqueue(item: Item): void
  /** Resolves once no item waits and no run is active. Until then items do not wait for others (`gatherMs`). */
  idle(): Promise<void>
  /** Drops the items that wait for a run. */
  clear(): void
}

/**
 * Creates a batcher whose batches grow with the load. An item starts a run by itself if one may begin; the items that
 * arrive while all runs are busy share the next run. An item waits for a timer in two cases only: a key that has just
 * had a batch pauses for `cooldownMs`, and with `gatherMs` a batch that is not full waits. `run` must handle its
 * errors; the batcher ignores a rejection.
 */
export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const { keyOf, groupOf, maxBatch, concurrencyPerKey, cooldownMs = 0, run } = options
  const running = new Map<string, number>()
  let runCount = 0
  const idleCallbacks: (() => void)[] = []
  const waiting = new ItemQueues<Item>(options, () => pump())
  const groups = new GroupHolds(() => pump())

  const isFree = (key: string): boolean => (running.get(key) ?? 0) < concurrencyPerKey
  const pump = (): void => {
    while (runCount < options.concurrency) {
      const batch = waiting.next({ isFree, isBlocked: (group) => groups.has(group) }, idleCallbacks.length > 0)
      if (!batch) break
      start(batch)
    }
    if (runCount === 0 && waiting.count === 0) for (const done of idleCallbacks.splice(0)) done()
  }

  const start = ({ keys, group, items }: Batch<Item>): void => {
    runCount += 1
    for (const key of keys) step(running, key, 1)
    const held = group === undefined ? undefined : groups.hold(group)
    const finish = (): void => {
      runCount -= 1
      for (const key of keys) step(running, key, -1)
      held?.end()
      pump()
    }
    const isPaused = cooldownMs > 0 && items.length > 1 && items.length < maxBatch
    const end = (): void => {
      held?.pause()
      if (isPaused) setTimeout(finish, cooldownMs)
      else finish()
    }
    detached(() => run(items)).then(end, end)
  }

  return {
    enqueue(item) {
      waiting.push(keyOf(item), item, groupOf?.(item))
      pump()
    },
    idle: () =>
      new Promise((resolve) => {
        idleCallbacks.push(resolve)
        pump()
      }),
    clear: () => waiting.clear(),
  }
}

function step(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
