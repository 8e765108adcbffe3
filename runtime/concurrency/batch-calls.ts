import { createBatcher } from './batcher.js'

/** How work on single items becomes work on many; `groupOf` names what may go together. */
export interface BatchCallsOptions<Item, Result> {
  groupOf: (item: Item) => string
  /** How many items one run takes at most. */
  maxBatch: number
  /** How many runs of one group go on at once. */
  maxRunsPerGroup: number
  /** How long a group pauses after a run of more than one item, so that under load the next takes more; 0 if omitted. */
  restMs?: number
  /** Does the work; results in the order of the items. What it throws is thrown to all who asked. */
  run: (items: Item[]) => Promise<Result[]>
}

interface Asked<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * A function of one item that does its work together with other calls: an item that finds a free run goes at once,
 * and what is asked for meanwhile goes together in the next. Every answer is of a run that began after the call.
 */
export function batchCalls<Item, Result>(options: BatchCallsOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { groupOf, maxBatch, maxRunsPerGroup, restMs = 0, run } = options
  const batcher = createBatcher<Asked<Item, Result>>({
    groupOf: ({ item }) => groupOf(item),
    maxBatch,
    maxRunsPerGroup,
    restMs,
    maxRuns: Infinity,
    maxWaiting: Infinity,
    async run(asked) {
      try {
        const results = await run(asked.map(({ item }) => item))
        for (const [index, { resolve }] of asked.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    },
  })
  return (item) => new Promise((resolve, reject) => batcher.enqueue({ item, resolve, reject }))
}
