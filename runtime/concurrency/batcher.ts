import { detached } from '../tracing/tracing.js'

/** Limits of a batcher; items of one key share batches, and keys are served round robin. */
export interface BatcherOptions<Item> {
  keyOf: (item: Item) => string
  /** How many items one run takes at most. */
  maxBatch: number
  /** How many runs of one key go on concurrently. */
  concurrencyPerKey: number
  /** How many runs go on concurrently in all. */
  concurrency: number
  /** How long a key pauses after a run of several items that was not full, so that the next one grows; 0 if omitted. */
  cooldownMs?: number
  run: (items: Item[]) => Promise<void>
}

/** Collects items into batches; see `createBatcher`. */
export interface Batcher<Item> {
  /** Adds an item. The caller bounds how many wait. */
  enqueue(item: Item): void
  /** Resolves once no item waits and no run goes on. */
  idle(): Promise<void>
  /** Drops the items that wait for a run. */
  clear(): void
}

/**
 * Batches by load alone: an item that finds a free run starts it by itself, and the items that arrive while all runs
 * are busy share the next one. Only a key that has just had a batch waits for a timer, of `cooldownMs`.
 * `run` handles its own errors; the batcher ignores a rejection.
 */
export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  const { keyOf, maxBatch, concurrencyPerKey, cooldownMs = 0, run } = options
  // Keys are served in insertion order: a key that was served goes to the end.
  const waiting = new Map<string, Item[]>()
  const running = new Map<string, number>()
  let waitingCount = 0
  let runCount = 0
  const idleCallbacks: (() => void)[] = []

  const nextBatch = (): { key: string; items: Item[] } | null => {
    for (const [key, queue] of waiting) {
      if ((running.get(key) ?? 0) >= concurrencyPerKey) continue
      const items = queue.splice(0, maxBatch)
      waiting.delete(key)
      if (queue.length > 0) waiting.set(key, queue)
      waitingCount -= items.length
      return { key, items }
    }
    return null
  }

  const pump = (): void => {
    while (runCount < options.concurrency) {
      const batch = nextBatch()
      if (!batch) break
      start(batch.key, batch.items)
    }
    if (runCount === 0 && waitingCount === 0) for (const done of idleCallbacks.splice(0)) done()
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
      const key = keyOf(item)
      if (!waiting.get(key)?.push(item)) waiting.set(key, [item])
      waitingCount += 1
      pump()
    },
    idle: () =>
      new Promise((resolve) => {
        idleCallbacks.push(resolve)
        pump()
      }),
    clear() {
      waiting.clear()
      waitingCount = 0
    },
  }
}

function step(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
