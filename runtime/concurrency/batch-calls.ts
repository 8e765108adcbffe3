import { createBatcher, type BatcherOptions } from './batcher.js'

/** How calls with single items become batches; `keyOf` names the items that may share a batch. */
export interface BatchCallsOptions<Item, Result> extends Pick<
  BatcherOptions<Item>,
  'keyOf' | 'maxBatch' | 'concurrencyPerKey' | 'cooldownMs' | 'gatherMs'
> {
  /**
   * Does the work; results in the order of the items. A result may be a promise, which a run leaves behind when the
   * next may begin. The error of a run rejects every call of the batch.
   */
  run: (items: Item[]) => Promise<(Result | Promise<Result>)[]>
}

interface Call<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: a function of one item whose concurrent calls share a run. A call that finds a free run starts it
 * alone, unless `gatherMs` makes it wait; the calls made meanwhile share the next. The run that answers a call always
 * begins after that call.
 */
export function batchCalls<Item, Result>(options: BatchCallsOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { keyOf, run, ...limits } = options
  const batcher = createBatcher<Call<Item, Result>>({
    ...limits,
    keyOf: ({ item }) => keyOf(item),
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
