import type { ClientSession } from 'mongoose'
import { inSpan } from '../tracing/tracing.js'
import { batchCalls } from '../concurrency/batch-calls.js'
import { isolateFailures } from '../concurrency/isolate-failures.js'
import { inTransaction } from './transaction.js'
import { isMongodbUnavailable } from './unavailable.js'

const MAX_TOGETHER = 100
const TIME_LIMIT_MS = 10_000
// Longer than most transactions take.
const CONFLICT_LIMIT_MS = 300

/** Which calls may share a transaction, those of all keys if omitted, and how many of one key go on concurrently. */
export interface GroupedTransactionOptions<Item> {
  keyOf?: (item: Item) => string
  concurrencyPerKey?: number
}

/**
 * Group commit: returns a function of one item whose concurrent calls share a transaction; a call that comes alone goes
 * at once. `work` writes the items and returns what follows from each, in their order. Where a transaction fails, each
 * half of its items is tried by itself, and so on, so that a call rejects for its own item alone, because MongoDB is
 * away, or with a conflict (`isContention`) when another transaction holds a document of one of them for too long: the
 * callers go on by themselves, so that the calls after them need not wait.
 */
export function createGroupedTransaction<Item, Result>(
  work: (items: readonly Item[], session: ClientSession) => Promise<readonly Result[]>,
  { keyOf = () => '', concurrencyPerKey = 2 }: GroupedTransactionOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const together = batchCalls<{ item: Item }, { result: Result } | { error: unknown }>({
    keyOf: ({ item }) => keyOf(item),
    maxBatch: MAX_TOGETHER,
    concurrencyPerKey,
    async run(calls) {
      const results = new Map<{ item: Item }, Result>()
      const failures = await isolateFailures(
        calls,
        async (some) => {
          const items = some.map(({ item }) => item)
          const done = await inTransaction((session) => work(items, session), TIME_LIMIT_MS, CONFLICT_LIMIT_MS)
          for (const [index, call] of some.entries()) results.set(call, done[index] as Result)
        },
        isMongodbUnavailable,
      )
      return calls.map((call) =>
        failures.has(call) ? { error: failures.get(call) } : { result: results.get(call) as Result },
      )
    },
  })
  const options = { kind: 'client', attributes: { 'db.system.name': 'mongodb' } } as const
  return (item) =>
    inSpan('mongodb transaction', options, async () => {
      const outcome = await together({ item })
      if ('error' in outcome) throw outcome.error
      return outcome.result
    })
}
