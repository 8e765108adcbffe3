import { nativeAnniversary } from './anniversary.js'
import { dateRange, rangeOfFilter } from './date-range.js'
import { ORDERINGS, textPattern } from './expression-predicate.js'
import { fallsIn } from './native-dates.js'
import type { NativePlace } from './native-place.js'
import { ISO_PATTERN } from './iso-dates.js'
import { anyOf, NOTHING, type MongoFilter } from './mongo-filter.js'
import { isScalar, scalarsOf } from './operand.js'
import { isOrderOperator, type OrderOperator } from './operators.js'
import type { Filter } from './tree.js'

const NOT_ARRAY = { $not: { $type: 'array' } }

/**
 * Compiles a filter into query operators, which are many times faster than expressions. Expressions remain only for
 * dates in an unusual format.
 */
export function nativePredicate(filter: Filter, place: NativePlace): MongoFilter {
  const { operator, value } = filter
  const { path } = place
  const range = rangeOfFilter(filter, place.now, place.clock)
  if (range) return fallsIn([range], filter, place)
  if (isOrderOperator(operator)) return ordered(path, operator, value)
  switch (operator) {
    case 'exists':
      return isPresent(path)
    case 'notExists':
      return { $nor: [isPresent(path)] }
    case 'equals':
    case 'in':
      return equalsAny(filter, place)
    case 'notEquals':
      return differs({ ...filter, operator: 'equals' }, place)
    case 'notIn':
      return differs({ ...filter, operator: 'in' }, place)
    case 'contains':
      return contains(path, value)
    case 'notContains':
      return notContains(path, value)
    case 'startsWith':
    case 'endsWith':
      return matches(path, textPattern(operator, value))
    case 'anniversary':
      return nativeAnniversary(filter, place)
    default:
      return NOTHING
  }
}

// MongoDB also applies comparisons with null and `$type` to the elements of an array.
function isPresent(path: string): MongoFilter {
  return { $or: [{ [path]: { $ne: null } }, { [path]: { $type: 'array' } }] }
}

function equalsAny(filter: Filter, place: NativePlace): MongoFilter {
  const { path } = place
  const values = scalarsOf(filter.value)
  if (!values) return NOTHING
  const isAny = { [path]: values.length === 1 ? { $eq: values[0] } : { $in: values } }
  const ranges = values.flatMap((value) => dateRange('equals', value, place.clock) ?? [])
  return ranges.length > 0 ? anyOf([isAny, fallsIn(ranges, filter, place)]) : isAny
}

function differs(filter: Filter, place: NativePlace): MongoFilter {
  if (!scalarsOf(filter.value)) return NOTHING
  // A missing field is neither equal nor unequal.
  return { $and: [isPresent(place.path), { $nor: [equalsAny(filter, place)] }] }
}

function contains(path: string, value: unknown): MongoFilter {
  if (!isScalar(value)) return NOTHING
  const isMember = { $and: [{ [path]: { $type: 'array' } }, { [path]: { $eq: value } }] }
  const pattern = textPattern('contains', value)
  return pattern === null ? isMember : { $or: [isMember, matches(path, pattern)] }
}

function notContains(path: string, value: unknown): MongoFilter {
  if (!isScalar(value)) return NOTHING
  const isTextOrArray = { $or: [{ [path]: { $type: 'string' } }, { [path]: { $type: 'array' } }] }
  return { $and: [isTextOrArray, { $nor: [contains(path, value)] }] }
}

function matches(path: string, pattern: string | null): MongoFilter {
  return pattern === null ? NOTHING : { $and: [{ [path]: { $regex: pattern } }, { [path]: NOT_ARRAY }] }
}

function ordered(path: string, operator: OrderOperator, value: unknown): MongoFilter {
  if (!isScalar(value) || typeof value === 'boolean') return NOTHING
  const isOrdered = [{ [path]: { [ORDERINGS[operator]]: value } }, { [path]: NOT_ARRAY }]
  // A date never compares with other text.
  const isOtherText = { [path]: { $not: { $regex: ISO_PATTERN } } }
  return { $and: typeof value === 'string' ? [...isOrdered, isOtherText] : isOrdered }
}
