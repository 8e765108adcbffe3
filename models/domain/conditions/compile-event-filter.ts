import { UTC_CLOCK, type ZoneClock } from '../time-zone.js'
import { compileCondition } from './compile-condition.js'
import type { MongoFilter } from './mongo-filter.js'
import type { ConditionTree } from './tree.js'

/**
 * Compiles the filter of an awaited event into a query over events. The query depends only on the event with its time
 * and on the clock of the project's time zone, so that every evaluation has the same result.
 */
export function compileEventFilter(filter: ConditionTree, clock: ZoneClock = UTC_CLOCK): MongoFilter {
  return compileCondition(filter, {
    event: '$data',
    eventTime: '$createdAt',
    clock,
    // Filters of a wait use only the data of the event, so the query uses none of these values.
    now: new Date(0),
    fieldState: () => 'absent',
    segment: () => null,
  })
}
