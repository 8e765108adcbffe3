import { detached } from '../tracing/tracing.js'

/** Options of a batcher. Only items of one key share a batch, and keys are served round robin. */
export interface BatcherOptions<Item> {
  keyOf: (item: Item) => string
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
 * arrive while all runs are busy share the next run. Timers are used in two cases only: a key that has just had a batch
 * pauses for `cooldownMs`, and with `gatherMs` a batch that is not full waits. `run` must handle its errors; the
 * batcher ignores a rejection.
 */
export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const { keyOf, maxBatch, concurrencyPerKey, cooldownMs = 0, run } = options
  const running = new Map<string, number>()
  let runCount = 0
  const idleCallbacks: (() => void)[] = []
  const waiting = createQueues<Item>(options, () => pump())

  const pump = (): void => {
    const isFree = (key: string): boolean => (running.get(key) ?? 0) < concurrencyPerKey
    while (runCount < options.concurrency) {
      const batch = waiting.next(isFree, idleCallbacks.length > 0)
      if (!batch) break
      start(batch.key, batch.items)
    }
    if (runCount === 0 && waiting.count() === 0) for (const done of idleCallbacks.splice(0)) done()
  }

  const start = (key: string, items: Item[]): void => {
    runCount += 1
    step(running, key, 1)
    const finish = (): void => {
      runCount -= 1
      step(running, key, -1)
      pump()
    }
    const isPaused = cooldownMs > 0 && items.length > 1 && items.length < maxBatch
    const end = isPaused ? (): unknown => setTimeout(finish, cooldownMs) : finish
    detached(() => run(items)).then(end, end)
  }

  return {
    enqueue(item) {
      waiting.push(keyOf(item), item)
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

/** The queues of waiting items by key. `onGathered` is called when the items of a key have waited for `gatherMs`. */
function createQueues<Item>(
  { maxBatch, gatherMs = 0 }: Pick<BatcherOptions<Item>, 'maxBatch' | 'gatherMs'>,
  onGathered: () => void,
) {
  // Keys are served in insertion order: a key that was served goes to the end.
  const queues = new Map<string, Item[]>()
  const gathering = new Map<string, NodeJS.Timeout>()
  let count = 0
  const begin = (key: string, items: Item[]): void => {
    queues.set(key, items)
    if (gatherMs === 0) return
    const end = (): void => {
      gathering.delete(key)
      onGathered()
    }
    gathering.set(key, setTimeout(end, gatherMs))
  }
  const endGathering = (key: string): void => {
    clearTimeout(gathering.get(key))
    gathering.delete(key)
  }
  return {
    count: () => count,
    push(key: string, item: Item): void {
      if (!queues.get(key)?.push(item)) begin(key, [item])
      count += 1
    },
    /** Takes the next batch of a free key that is full or has waited; with `isHasty` a batch need not have waited. */
    next(isFree: (key: string) => boolean, isHasty: boolean): { key: string; items: Item[] } | null {
      for (const [key, queue] of queues) {
        const isReady = isHasty || !gathering.has(key) || queue.length >= maxBatch
        if (!isReady || !isFree(key)) continue
        const items = queue.splice(0, maxBatch)
        queues.delete(key)
        endGathering(key)
        if (queue.length > 0) begin(key, queue)
        count -= items.length
        return { key, items }
      }
      return null
    },
    clear(): void {
      for (const key of gathering.keys()) endGathering(key)
      queues.clear()
      count = 0
    },
  }
}

function step(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
