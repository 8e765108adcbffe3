import { normaliseAddress } from '../addresses.js'
import { escapeKey } from '../fields.js'
import { UTC_CLOCK, type ZoneClock } from '../time-zone.js'
import { subjectOf } from './condition-field.js'
import { dateRange } from './date-range.js'
import { expressionPredicate, textPattern } from './expression-predicate.js'
import { EVERYTHING, NOTHING, type MongoFilter } from './mongo-filter.js'
import type { NativePlace } from './native-place.js'
import { nativePredicate } from './native-predicate.js'
import { cutoffOf } from './operand.js'
import { isOrderOperator } from './operators.js'
import { eventPathCandidates, pathCandidates } from './path-candidates.js'
import { pathExpression, type Expression } from './path-expression.js'
import type { Filter } from './tree.js'

/** What a project knows of a custom field: one that no contact ever had is `absent`. */
export type FieldState = 'known' | 'deleted' | 'absent'

/** Context for compiling the filters of one project. */
export interface FilterContext {
  /** The moment that `within` and similar operators look back from. */
  now: Date
  /**
   * The state of the custom field with this literal key. Filters on a deleted field match no contact, negated ones
   * included, so that no deletion turns a narrow audience into everybody.
   */
  fieldState: (key: string) => FieldState
  /** Expression for the event's data, with escaped keys; without one, filters on the event match no contact. */
  event?: Expression
  /** Expression for the moment that filters on the event look back from; `now` by default. */
  eventTime?: Expression
  /** The clock of the project's time zone, by which days begin and end; that of UTC by default. */
  clock?: ZoneClock
}

/** Compiles a filter that does not refer to a segment; a senseless one matches no contact. */
export function compileFilter(filter: Filter, context: FilterContext): MongoFilter {
  const subject = subjectOf(filter)
  switch (subject?.kind) {
    case 'email':
      return compileEmail(filter)
    case 'subscribed':
      return compileSubscribed(filter)
    case 'date':
      return compileDate(subject.name, filter, context)
    case 'data':
      return compileData(subject.path, filter, context)
    case 'context': {
      if (context.event === undefined) return NOTHING
      const found = pathExpression(context.event, eventPathCandidates(subject.path))
      return { $expr: expressionPredicate(found, filter, context.eventTime ?? context.now, context.clock) }
    }
    case 'activity':
      return compileActivity(subject.name, filter, context.now)
    case 'segment':
    case undefined:
      return NOTHING
    default:
      return subject satisfies never
  }
}

function compileEmail({ operator, value }: Filter): MongoFilter {
  if (operator === 'exists') return EVERYTHING
  if (typeof value !== 'string') return NOTHING
  // Addresses are stored in lower case.
  const pattern = textPattern(operator, value.toLowerCase())
  switch (operator) {
    case 'equals':
      return { email: { $eq: normaliseAddress(value) } }
    case 'notEquals':
      return { email: { $ne: normaliseAddress(value) } }
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return { email: { $regex: pattern } }
    case 'notContains':
      return { email: { $not: { $regex: pattern } } }
    default:
      return NOTHING
  }
}

function compileSubscribed({ operator, value }: Filter): MongoFilter {
  if (operator === 'exists') return EVERYTHING
  if (typeof value !== 'boolean') return NOTHING
  if (operator === 'equals') return { subscribed: { $eq: value } }
  return operator === 'notEquals' ? { subscribed: { $ne: value } } : NOTHING
}

function compileDate(
  name: 'createdAt' | 'updatedAt',
  filter: Filter,
  { now, clock = UTC_CLOCK }: FilterContext,
): MongoFilter {
  const { operator, value } = filter
  if (operator === 'exists') return EVERYTHING
  if (operator === 'within' || operator === 'olderThan') {
    const cutoff = cutoffOf(filter, now)
    if (!cutoff) return NOTHING
    return { [name]: operator === 'within' ? { $gte: cutoff, $lte: now } : { $lt: cutoff } }
  }
  const compared = isOrderOperator(operator) ? operator : 'equals'
  const range = dateRange(compared, value, clock)
  if (!range || (compared === 'equals' && operator !== 'equals' && operator !== 'notEquals')) return NOTHING
  const { from, to } = range.instants
  const isWithin = {
    ...(from === null ? {} : { $gte: new Date(from) }),
    ...(to === null ? {} : { $lte: new Date(to) }),
  }
  return { [name]: operator === 'notEquals' ? { $not: isWithin } : isWithin }
}

function compileData(path: string, filter: Filter, { now, fieldState, clock = UTC_CLOCK }: FilterContext): MongoFilter {
  const candidates = pathCandidates(path)
  const inState = (state: FieldState): string[][] => candidates.filter(([key = '']) => fieldState(key) === state)
  const known = inState('known')
  const [first, ...others] = known
  if (!first) {
    // Every contact lacks what the project never had.
    return filter.operator === 'notExists' && inState('deleted').length === 0 ? EVERYTHING : NOTHING
  }
  const found = pathExpression('$data', known)
  if (others.length === 0) return nativeData(first, filter, { found, now, clock })
  return { $expr: expressionPredicate(found, filter, now, clock) }
}

/** Compiles a filter on data whose path has one candidate into a query on that path. */
function nativeData(keys: string[], filter: Filter, place: Omit<NativePlace, 'path'>): MongoFilter {
  const fields = keys.map((_, index) => ['data', ...keys.slice(0, index + 1).map(escapeKey)].join('.'))
  const found = nativePredicate(filter, { ...place, path: fields.pop() ?? '' })
  if (fields.length === 0) return found
  // Queries descend into arrays, which filters must not do.
  const throughArray = fields.map((field) => ({ [field]: { $type: 'array' } }))
  if (filter.operator === 'notExists') return { $or: [...throughArray, found] }
  return { $and: [{ $nor: throughArray }, found] }
}

function compileActivity(name: string, filter: Filter, now: Date): MongoFilter {
  const summary = `activity.${escapeKey(name)}`
  const { operator, value } = filter
  if (operator === 'triggered') return { [`${summary}.count`]: { $gt: 0 } }
  if (operator === 'notTriggered') return { [`${summary}.count`]: { $not: { $gt: 0 } } }
  if (operator === 'triggeredAtLeast') {
    return typeof value === 'number' && value >= 1 ? { [`${summary}.count`]: { $gte: value } } : NOTHING
  }
  const cutoff = cutoffOf(filter, now)
  if (!cutoff) return NOTHING
  const last = `${summary}.last`
  switch (operator) {
    case 'triggeredWithin':
      return { [last]: { $gte: cutoff } }
    case 'triggeredOlderThan':
      return { [last]: { $lt: cutoff } }
    case 'notTriggeredWithin':
      return { [last]: { $not: { $gte: cutoff } } }
    default:
      return NOTHING
  }
}
