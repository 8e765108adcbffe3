/** What a batcher needs to know; `groupOf` names the lane of an item, and lanes take turns. */
export interface BatcherOptions<Item> {
  groupOf(item: Item): string
  /** How many items one run takes at most. */
  maxBatch: number
  /** How many runs of one lane go on at once. */
  maxRunsPerGroup: number
  /** How many runs go on at once in all. */
  maxRuns: number
  /** How many items wait at most; what is above is refused. */
  maxWaiting: number
  /** How long a lane pauses after a run of more than one item, so that under load the next takes more; 0 if omitted. */
  restMs?: number
  run(items: Item[]): Promise<void>
}

/** Collects items into batches; see `createBatcher`. */
export interface Batcher<Item> {
  /** Takes an item in, or answers false when too many wait. */
  enqueue(item: Item): boolean
  /** Whether items wait that no run has taken yet. */
  isBusy(): boolean
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>
}

/**
 * Batches by pressure alone: an item that finds a free run goes at once and by itself, and what arrives while
 * all runs are busy goes together in the next. An item waits for a timer only where many came just before it.
 * `run` deals with its own errors; one that it throws is dropped with its batch.
 */
export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  // Insertion order is the order of turns: a lane that was served goes to the end.
  const waiting = new Map<string, Item[]>()
  const running = new Map<string, number>()
  let waitingCount = 0
  let runCount = 0
  let idleCallbacks: (() => void)[] = []

  const acquirePermit = (): { group: string; items: Item[] } | null => {
    for (const [group, queue] of waiting) {
      if ((running.get(group) ?? 0) >= options.maxRunsPerGroup) continue
      const items = queue.splice(0, options.maxBatch)
      waiting.delete(group)
      if (queue.length > 0) waiting.set(group, queue)
      waitingCount -= items.length
      return { group, items }
    }
    return null
  }

  const pump = (): void => {
    while (runCount < options.maxRuns) {
      const turn = acquirePermit()
      if (!turn) break
      start(turn.group, turn.items)
    }
    if (runCount === 0 && waitingCount === 0) {
      for (const done of idleCallbacks) done()
      idleCallbacks = []
    }
  }

  const start = (group: string, items: Item[]): void => {
    runCount += 1
    running.set(group, (running.get(group) ?? 0) + 1)
    const finish = (): void => {
      runCount -= 1
      const left = (running.get(group) ?? 1) - 1
      if (left === 0) running.delete(group)
      else running.set(group, left)
      pump()
    }
    const restMs = items.length > 1 ? (options.restMs ?? 0) : 0
    const end = restMs > 0 ? (): unknown => setTimeout(finish, restMs) : finish
    options.run(items).then(end, end)
  }

  return {
    enqueue(item) {
      if (waitingCount >= options.maxWaiting) return false
      const group = options.groupOf(item)
      if (!waiting.get(group)?.push(item)) waiting.set(group, [item])
      waitingCount += 1
      pump()
      return true
    },
    isBusy: () => waitingCount > 0,
    idle: () =>
      new Promise((resolve) => {
        idleCallbacks.push(resolve)
        pump()
      }),
  }
}
