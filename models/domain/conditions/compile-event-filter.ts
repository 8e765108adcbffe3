import { compileCondition } from './compile-condition.js'
import type { MongoFilter } from './mongo-filter.js'
import type { ConditionTree } from './tree.js'

/**
 * Compiles the filter of an awaited event into a query over events. It looks at the event alone, time included, so
 * that an event meets it or not whenever it is judged.
 */
export function compileEventFilter(filter: ConditionTree): MongoFilter {
  return compileCondition(filter, {
    event: { data: '$data' },
    eventTime: '$createdAt',
    // A wait names nothing but the data of its event: these are never asked.
    now: new Date(0),
    isKnownField: () => false,
    segment: () => null,
  })
}
