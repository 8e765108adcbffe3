import { literalPattern } from '../text-pattern.js'
import { UTC_CLOCK, type ZoneClock } from '../time-zone.js'
import { anniversaryPredicate } from './anniversary.js'
import { dateRange, rangeOfFilter, type Bounds, type DateRange } from './date-range.js'
import { DAY_PATTERN, INSTANT_PATTERN, ISO_PATTERN } from './iso-dates.js'
import { localTime } from './local-time.js'
import { ageMs, cutoffOf, dateOf, EARLIEST_MS, isScalar, scalarsOf, type Scalar } from './operand.js'
import { isOrderOperator, type ConditionOperator, type OrderOperator } from './operators.js'
import type { Expression } from './path-expression.js'
import type { Filter } from './tree.js'

/** The MongoDB operators that order two values, in queries and in expressions. */
export const ORDERINGS = {
  greaterThan: '$gt',
  lessThan: '$lt',
  greaterThanOrEqual: '$gte',
  lessThanOrEqual: '$lte',
} as const satisfies Record<OrderOperator, string>

const FOUND = '$$found'
const DAY_MS = 86_400_000
// MongoDB writes no later year, and a zone may be a day ahead.
const LATEST = new Date('9999-12-30T00:00:00Z')

/**
 * Compiles a filter on the value of the expression `found`. `now` is a date, or an expression for one. `clock` decides
 * when days begin; by default that of UTC.
 */
export function expressionPredicate(
  found: Expression,
  filter: Filter,
  now: Expression,
  clock: ZoneClock = UTC_CLOCK,
): Expression {
  return { $let: { vars: { found }, in: judge(filter, now, clock) } }
}

function judge(filter: Filter, now: Expression, clock: ZoneClock): Expression {
  const { operator, value } = filter
  if (isOrderOperator(operator)) return ordered(operator, value, clock)
  switch (operator) {
    case 'exists':
      return isPresent
    case 'notExists':
      return { $not: [isPresent] }
    case 'equals':
    case 'in':
      return equalsAny(value, clock)
    // A missing field is neither equal nor unequal.
    case 'notEquals':
    case 'notIn':
      return scalarsOf(value) ? { $and: [isPresent, { $not: [equalsAny(value, clock)] }] } : false
    case 'contains':
      return contains(value)
    case 'notContains':
      return isScalar(value) ? { $and: [{ $or: [isText, isArray] }, { $not: [contains(value)] }] } : false
    case 'startsWith':
    case 'endsWith':
      return matches(textPattern(operator, value))
    case 'within':
    case 'olderThan':
      return aged(operator, cutoff(filter, now), now)
    case 'withinNext':
      return ahead(filter, now, clock)
    case 'anniversary':
      return anniversaryPredicate(FOUND, filter, now, clock)
    default:
      return false
  }
}

const isPresent = { $not: [{ $in: [{ $type: FOUND }, ['missing', 'null', 'undefined']] }] }
const isText = { $eq: [{ $type: FOUND }, 'string'] }
const isArray = { $isArray: [FOUND] }

/** The pattern of a text operator; null when the value is not a text. */
export function textPattern(operator: ConditionOperator, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const literal = literalPattern(value)
  if (operator === 'startsWith') return `^${literal}`
  // A dollar sign would also match before a final line break.
  return operator === 'endsWith' ? `${literal}(?![\\s\\S])` : literal
}

function matches(pattern: string | null): Expression {
  if (pattern === null) return false
  return { $cond: [isText, { $regexMatch: { input: FOUND, regex: { $literal: pattern } } }, false] }
}

function contains(value: unknown): Expression {
  if (!isScalar(value)) return false
  return { $cond: [isArray, { $in: [{ $literal: value }, FOUND] }, matches(textPattern('contains', value))] }
}

function equalsAny(value: unknown, clock: ZoneClock): Expression {
  const values = scalarsOf(value)
  if (!values) return false
  const ofItem = { $anyElementTrue: [{ $map: { input: FOUND, as: 'item', in: isAny('$$item', values, clock) } }] }
  return { $cond: [isArray, ofItem, isAny(FOUND, values, clock)] }
}

/** Whether a value equals one of these. Arrays are not searched, and dates compare by their meaning. */
function isAny(item: Expression, values: Scalar[], clock: ZoneClock): Expression {
  const plain = values.filter((value) => !dateOf(value))
  const ranges = values.flatMap((value) => dateRange('equals', value, clock) ?? [])
  return {
    $or: [
      ...(plain.length > 0 ? [{ $in: [item, { $literal: plain }] }] : []),
      ...(ranges.length > 0 ? [fallsInAny(item, ranges)] : []),
    ],
  }
}

function ordered(operator: OrderOperator, value: unknown, clock: ZoneClock): Expression {
  const ordering = ORDERINGS[operator]
  if (typeof value === 'number' && isScalar(value)) {
    return { $and: [{ $isNumber: FOUND }, { [ordering]: [FOUND, value] }] }
  }
  if (typeof value !== 'string') return false
  const range = dateRange(operator, value, clock)
  if (range) return fallsInAny(FOUND, [range])
  // A date never compares with other text.
  const isOtherText = { $cond: [isText, { $not: [{ $regexMatch: { input: FOUND, regex: ISO_PATTERN } }] }, false] }
  return { $and: [isOtherText, { [ordering]: [FOUND, { $literal: value }] }] }
}

/** A range whose ends are expressions, as far as they depend on the time of an event. */
interface RangeExpression {
  instants: Bounds<Expression>
  days: Bounds<Expression> | null
}

function fallsInAny(item: Expression, ranges: (DateRange | RangeExpression)[]): Expression {
  const days = ranges.flatMap(({ days }) => (days ? [between(item, days.from, days.to)] : []))
  const instants = ranges.map(({ instants: { from, to } }) => between('$$instant', dateAt(from), dateAt(to)))
  const isDay = { $cond: [matchesIn(item, DAY_PATTERN), { $or: days }, false] }
  return { $or: [isDay, ofInstant(item, { $or: instants })] }
}

function between(value: Expression, from: Expression, to: Expression): Expression {
  const isAfter = from === null ? [] : [{ $gte: [value, from] }]
  return { $and: [...isAfter, ...(to === null ? [] : [{ $lte: [value, to] }])] }
}

function dateAt(end: Expression): Expression {
  return typeof end === 'number' ? new Date(end) : end
}

function aged(operator: 'within' | 'olderThan', since: Expression, now: Expression): Expression {
  if (since === null) return false
  const isOlder = { $lt: ['$$instant', since] }
  const isWithin = { $and: [{ $gte: ['$$instant', since] }, { $lte: ['$$instant', now] }] }
  return ofInstant(FOUND, operator === 'within' ? isWithin : isOlder)
}

/** Judges `withinNext`, as `rangeOfFilter` does for a date. */
function ahead(filter: Filter, now: Expression, clock: ZoneClock): Expression {
  if (now instanceof Date) {
    const range = rangeOfFilter(filter, now, clock)
    return range ? fallsInAny(FOUND, [range]) : false
  }
  const ms = ageMs(filter)
  if (ms === null) return false
  const end = { $min: [{ $add: ['$$now', Math.min(Math.floor(ms), LATEST.getTime())] }, LATEST] }
  const dayText = (local: Expression): Expression => ({ $dateToString: { date: local, format: '%Y-%m-%d' } })
  // The local time moves on by whole days, as the calendar does.
  const last =
    ms % DAY_MS === 0
      ? { $min: [{ $add: ['$$local', Math.min(ms, LATEST.getTime())] }, LATEST] }
      : localTime(end, clock)
  const range = { instants: { from: '$$now', to: end }, days: { from: dayText('$$local'), to: dayText(last) } }
  const judged = { $let: { vars: { local: localTime('$$now', clock) }, in: fallsInAny(FOUND, [range]) } }
  return { $let: { vars: { now }, in: judged } }
}

function cutoff(filter: Filter, now: Expression): Expression {
  if (now instanceof Date) return cutoffOf(filter, now)
  const age = ageMs(filter)
  // A `Date` holds whole milliseconds only.
  return age === null ? null : { $subtract: [now, Math.min(Math.ceil(age), -EARLIEST_MS)] }
}

function ofInstant(item: Expression, judgement: Expression): Expression {
  const isInstant = { $ne: ['$$instant', null] }
  return { $let: { vars: { instant: instantOf(item) }, in: { $and: [isInstant, judgement] } } }
}

/** The date of a date-time with an offset; null for any other value. */
function instantOf(item: Expression): Expression {
  const parsed = { $dateFromString: { dateString: item, onError: null, onNull: null } }
  return { $cond: [matchesIn(item, INSTANT_PATTERN), parsed, null] }
}

function matchesIn(item: Expression, pattern: string): Expression {
  const isOfPattern = { $regexMatch: { input: item, regex: pattern } }
  return { $cond: [{ $eq: [{ $type: item }, 'string'] }, isOfPattern, false] }
}
