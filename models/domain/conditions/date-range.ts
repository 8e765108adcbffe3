import { dayStartMs } from '../calendar.js'
import { clockOffsetMs, type ZoneClock } from '../time-zone.js'
import { ageMs, cutoffOf, dateOf } from './operand.js'
import { isOrderOperator, type OrderOperator } from './operators.js'
import type { Filter } from './tree.js'

/** A range with both ends included; a null end is open. */
export interface Bounds<T> {
  from: T | null
  to: T | null
}

/** The values that a filter with a date matches. */
export interface DateRange {
  /** The range of date-times, in milliseconds. */
  instants: Bounds<number>
  /** The range of dates without a time, as texts that sort like days; null when the filter matches no such date. */
  days: Bounds<string> | null
}

type DateOperator = 'equals' | OrderOperator

/**
 * The values equal to a date: the instants from `from` to `to`, and the days from `firstDay` to `lastDay`, as midnights
 * in UTC. A day before the first is less, and a day after the last is greater. An instant within a day equals no day.
 */
interface DateSpan {
  from: number
  to: number
  firstDay: number
  lastDay: number
}

const DAY_MS = 86_400_000
const DAY_LENGTH = 'YYYY-MM-DD'.length
// These texts sort before and after every day whose year has four digits.
const BEFORE_DAYS = ''
const AFTER_DAYS = ':'
/** A moment after all dates whose year has four digits, in every zone, in milliseconds. */
const LATEST_MS = Date.UTC(10_000, 0, 3)

/**
 * The range of a comparison with a date; null for other values. A day means the whole day by this clock, both as an
 * operand and as a stored value. Exactly one of `lessThan`, `equals` and `greaterThan` therefore holds.
 */
export function dateRange(operator: DateOperator, value: unknown, clock: ZoneClock): DateRange | null {
  const span = spanOf(value, clock)
  if (!span) return null
  const { from, to } = bounds(operator, { first: span.firstDay, last: span.lastDay, step: DAY_MS })
  return {
    instants: bounds(operator, { first: span.from, last: span.to, step: 1 }),
    days: { from: from === null ? null : dayText(from), to: to === null ? null : dayText(to) },
  }
}

/**
 * The range of a comparison by order with a date, of `within`, of `withinNext` or of `olderThan`; null for every other
 * filter.
 */
export function rangeOfFilter(filter: Filter, now: Date, clock: ZoneClock): DateRange | null {
  const { operator, value } = filter
  if (isOrderOperator(operator)) return dateRange(operator, value, clock)
  if (operator === 'withinNext') return rangeAhead(filter, now.getTime(), clock)
  if (operator !== 'within' && operator !== 'olderThan') return null
  const cutoff = cutoffOf(filter, now)?.getTime()
  if (cutoff === undefined) return null
  const instants = operator === 'within' ? { from: cutoff, to: now.getTime() } : { from: null, to: cutoff - 1 }
  return { instants, days: null }
}

// A day is in the range if any moment of it is. Whole days are counted on the calendar, as some days have 23 hours.
function rangeAhead(filter: Filter, nowMs: number, clock: ZoneClock): DateRange | null {
  const ahead = ageMs(filter)
  if (ahead === null) return null
  const endMs = Math.min(nowMs + ahead, LATEST_MS)
  const today = dayAt(clock, nowMs)
  const lastDay = ahead % DAY_MS === 0 ? Math.min(today + ahead, LATEST_MS) : dayAt(clock, endMs)
  return { instants: { from: nowMs, to: endMs }, days: { from: dayText(today), to: dayText(lastDay) } }
}

/** The day of a moment by a clock, as midnight in UTC. */
export function dayAt(clock: ZoneClock, atMs: number): number {
  return Math.floor((atMs + clockOffsetMs(clock, atMs)) / DAY_MS) * DAY_MS
}

function spanOf(value: unknown, clock: ZoneClock): DateSpan | null {
  const date = dateOf(value)
  if (!date || typeof value !== 'string') return null
  const ms = date.from.getTime()
  if (value.length === DAY_LENGTH) {
    return { from: dayStartMs(clock, ms), to: dayStartMs(clock, ms + DAY_MS) - 1, firstDay: ms, lastDay: ms }
  }
  const today = dayAt(clock, ms)
  // An instant is compared with the first moment of a stored day.
  const isStart = dayStartMs(clock, today) === ms
  return { from: ms, to: ms, firstDay: isStart ? today : today + DAY_MS, lastDay: today }
}

function bounds(
  operator: DateOperator,
  { first, last, step }: { first: number; last: number; step: number },
): Bounds<number> {
  switch (operator) {
    case 'equals':
      return { from: first, to: last }
    case 'greaterThan':
      return { from: last + step, to: null }
    case 'greaterThanOrEqual':
      return { from: first, to: null }
    case 'lessThan':
      return { from: null, to: first - step }
    case 'lessThanOrEqual':
      return { from: null, to: last }
    default:
      return operator satisfies never
  }
}

function dayText(midnightMs: number): string {
  const iso = new Date(midnightMs).toISOString()
  if (iso.startsWith('-')) return BEFORE_DAYS
  return iso.startsWith('+') ? AFTER_DAYS : iso.slice(0, DAY_LENGTH)
}
