import { createBatcher, type BatcherOptions } from './batcher.js'

/** How calls with single items become batches; items with the same `keyOf` or `groupOf` may share a batch. */
export interface BatchCallsOptions<Item, Result> extends Pick<
  BatcherOptions<Item>,
  'keyOf' | 'groupOf' | 'maxBatch' | 'concurrencyPerKey' | 'cooldownMs' | 'gatherMs'
> {
  /**
   * Does the work for a batch and returns the results in the order of the items. A result may be a promise: the run
   * does not wait for it, so that the next run can begin. The error of a run rejects every call of the batch.
   */
  run: (items: Item[]) => Promise<(Result | Promise<Result>)[]>
}

interface Call<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: returns a function of one item whose concurrent calls share a run. A call starts a run by itself if one
 * may begin and `gatherMs` does not make it wait. The calls that come while all runs are busy share the next run. The
 * run that answers a call always begins after that call.
 */
export function batchCalls<Item, Result>(options: BatchCallsOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { keyOf, groupOf, run, ...limits } = options
  const batcher = createBatcher<Call<Item, Result>>({
    ...limits,
    keyOf: ({ item }) => keyOf(item),
    groupOf: groupOf && (({ item }) => groupOf(item)),
    concurrency: Infinity,
    async run(calls) {
      try {
        const results = await run(calls.map(({ item }) => item))
        for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of calls) reject(error)
      }
    },
  })
  return (item) => new Promise((resolve, reject) => batcher.enqueue({ item, resolve, reject }))
}
