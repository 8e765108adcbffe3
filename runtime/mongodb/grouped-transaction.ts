import type { ClientSession } from 'mongoose'
import { inSpan } from '../tracing/tracing.js'
import { batchCalls } from '../concurrency/batch-calls.js'
import { isolateFailures } from '../concurrency/isolate-failures.js'
import { inTransaction } from './transaction.js'
import { isMongodbUnavailable } from './unavailable.js'

const MAX_BATCH = 100
const TIME_LIMIT_MS = 10_000
// Most transactions take less.
const CONFLICT_LIMIT_MS = 300

/**
 * Only calls of one key share a transaction (all calls if `keyOf` is omitted), or of one group of keys; so many of one
 * key may be concurrent.
 */
export interface GroupedTransactionOptions<Item> {
  keyOf?: (item: Item) => string
  groupOf?: (item: Item) => string
  concurrencyPerKey?: number
}

/**
 * Group commit: returns a function of one item whose concurrent calls share a transaction; a single call does not wait.
 * `work` writes the items and returns their results in the same order. If a transaction fails, each half of its items
 * is tried by itself, and so on, so that a call fails only because of its item or because MongoDB is unavailable. If
 * another transaction holds a document of an item for too long, the call rejects with a conflict (`isContention`), so
 * that later calls need not wait; the caller must then try again by itself.
 */
export function createGroupedTransaction<Item, Result>(
  work: (items: readonly Item[], session: ClientSession) => Promise<readonly Result[]>,
  { keyOf = () => '', groupOf, concurrencyPerKey = 2 }: GroupedTransactionOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const inBatch = batchCalls<{ item: Item }, { result: Result } | { error: unknown }>({
    keyOf: ({ item }) => keyOf(item),
    groupOf: groupOf && (({ item }) => groupOf(item)),
    maxBatch: MAX_BATCH,
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
      const outcome = await inBatch({ item })
      if ('error' in outcome) throw outcome.error
      return outcome.result
    })
}
