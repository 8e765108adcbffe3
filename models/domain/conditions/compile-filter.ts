import { normaliseAddress, normaliseAddressPart } from '../addresses.js'
import { escapeKey } from '../fields.js'
import { subjectOf } from './condition-field.js'
import { expressionPredicate, ORDERINGS, textPattern } from './expression-predicate.js'
import { EVERYTHING, NOTHING, type MongoFilter } from './mongo-filter.js'
import type { NativePlace } from './native-place.js'
import { nativePredicate } from './native-predicate.js'
import { cutoffOf, dateOf } from './operand.js'
import { isOrderOperator } from './operators.js'
import { pathCandidates } from './path-candidates.js'
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
      return compileDate(subject.name, filter, context.now)
    case 'data':
      return compileData(subject.path, filter, context)
    case 'context': {
      if (context.event === undefined) return NOTHING
      const found = pathExpression(context.event, pathCandidates(subject.path))
      return { $expr: expressionPredicate(found, filter, context.eventTime ?? context.now) }
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
  const pattern = textPattern(operator, normaliseAddressPart(value))
  const spellings = [...new Set([normaliseAddress(value), value.trim().toLowerCase()])]
  switch (operator) {
    case 'equals':
      return { email: { $in: spellings } }
    case 'notEquals':
      return { email: { $nin: spellings } }
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

function compileDate(name: 'createdAt' | 'updatedAt', filter: Filter, now: Date): MongoFilter {
  const { operator, value } = filter
  if (operator === 'exists') return EVERYTHING
  if (operator === 'within' || operator === 'olderThan') {
    const cutoff = cutoffOf(filter, now)
    if (!cutoff) return NOTHING
    return { [name]: operator === 'within' ? { $gte: cutoff, $lte: now } : { $lt: cutoff } }
  }
  const date = dateOf(value)
  if (!date) return NOTHING
  if (isOrderOperator(operator)) return { [name]: { [ORDERINGS[operator]]: date.from } }
  const isEqual = date.to ? { $gte: date.from, $lt: date.to } : { $eq: date.from }
  if (operator === 'equals') return { [name]: isEqual }
  return operator === 'notEquals' ? { [name]: { $not: isEqual } } : NOTHING
}

function compileData(path: string, filter: Filter, { now, fieldState }: FilterContext): MongoFilter {
  const candidates = pathCandidates(path)
  const inState = (state: FieldState): string[][] => candidates.filter(([key = '']) => fieldState(key) === state)
  const known = inState('known')
  const [first, ...others] = known
  if (!first) {
    // Every contact lacks what the project never had.
    return filter.operator === 'notExists' && inState('deleted').length === 0 ? EVERYTHING : NOTHING
  }
  const found = pathExpression('$data', known)
  if (others.length === 0) return nativeData(first, filter, { found, now })
  return { $expr: expressionPredicate(found, filter, now) }
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
