import type { ZoneClock } from '../time-zone.js'
import { activityNames, subjectOf } from './condition-field.js'
import { dayAt, rangeOfFilter } from './date-range.js'
import { cutoffOf } from './operand.js'
import { isTimed } from './operators.js'
import type { ConditionTree, Filter } from './tree.js'
import { walkFilters } from './walk-filters.js'

/** A span of time, and the clock by which its days begin. */
export interface Passage {
  from: Date
  to: Date
  clock: ZoneClock
}

/** A range of dates, ends included, at which contacts were created, or events of these names happened. */
export type CrossedDates =
  | { kind: 'createdAt'; from: Date; to: Date }
  | { kind: 'event'; names: string[]; from: Date; to: Date }

/**
 * The dates that the borders of conditions, such as "30 days ago", have crossed in a span of time. A contact that has
 * not changed meets the conditions as before, unless it was created, or had such an event, at one of these dates. Null
 * where other dates may have been crossed: dates in fields of contacts, `updatedAt`, and anniversaries on a new day.
 */
export function crossedDates(conditions: readonly ConditionTree[], passage: Passage): CrossedDates[] | null {
  const crossed: CrossedDates[] = []
  for (const { filter } of conditions.flatMap((tree) => [...walkFilters(tree)])) {
    const dates = isTimed(filter.operator) ? crossedBy(filter, passage) : []
    if (!dates) return null
    crossed.push(...dates)
  }
  return crossed
}

function crossedBy(filter: Filter, { from, to, clock }: Passage): CrossedDates[] | null {
  if (filter.operator === 'anniversary') return dayAt(clock, from.getTime()) === dayAt(clock, to.getTime()) ? [] : null
  const subject = subjectOf(filter)
  if (subject?.kind === 'activity') {
    const [first, last] = [cutoffOf(filter, from), cutoffOf(filter, to)]
    return first && last ? [{ kind: 'event', names: activityNames(subject.name), from: first, to: last }] : []
  }
  if (subject?.kind !== 'date' || subject.name !== 'createdAt') return null
  const [before, after] = [rangeOfFilter(filter, from, clock), rangeOfFilter(filter, to, clock)]
  return (['from', 'to'] as const).flatMap((end) => {
    const [first, last] = [before?.instants[end], after?.instants[end]]
    if (typeof first !== 'number' || typeof last !== 'number') return []
    return [{ kind: 'createdAt', from: new Date(first), to: new Date(last) }]
  })
}
