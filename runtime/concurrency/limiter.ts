import { createBatcher } from './batcher.js'

/** Does work for a group as soon as the limit lets it, and answers what the work does. */
export type Limiter = <T>(group: string, work: () => Promise<T>) => Promise<T>

interface Waiting {
  group: string
  begin: () => Promise<void>
}

/**
 * Limits how much work goes on at once, in all and of each group. While more waits, groups take turns, so that one with
 * very much to do does not keep another from the little it has.
 */
export function createLimiter({ concurrency = Infinity, concurrencyPerKey = Infinity }): Limiter {
  const batcher = createBatcher<Waiting>({
    groupOf: ({ group }) => group,
    maxBatch: 1,
    maxRunsPerGroup: concurrencyPerKey,
    maxRuns: concurrency,
    maxWaiting: Infinity,
    async run(turn) {
      for (const { begin } of turn) await begin()
    },
  })
  return (group, work) =>
    new Promise((resolve, reject) => {
      batcher.enqueue({ group, begin: () => work().then(resolve, reject) })
    })
}
