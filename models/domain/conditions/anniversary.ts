import { UTC_CLOCK, type ZoneClock } from '../time-zone.js'
import { dateRange, dayAt } from './date-range.js'
import { ISO_PATTERN } from './iso-dates.js'
import { anyOf, NOTHING, type MongoFilter } from './mongo-filter.js'
import { localTime } from './local-time.js'
import type { NativePlace } from './native-place.js'
import type { Expression } from './path-expression.js'
import { MAX_DAYS_AHEAD, type Filter } from './tree.js'

const DAY_MS = 86_400_000
const DAY_LENGTH = 'YYYY-MM-DD'.length
const [LEAP_YEAR, OTHER_YEAR] = [2024, 2023]
// No contact was created before.
const FIRST_YEAR = 1970

/** A day of the calendar without its year: a hundred times the month, plus the day of the month. */
type YearDay = number

const [FEBRUARY_28, FEBRUARY_29, MARCH_1] = [228, 229, 301]

/**
 * Judges by an expression whether the date at `found` has its anniversary on the day of a filter with `anniversary`. A
 * date-time counts as its day in the zone of the clock. `now` is a date, or an expression for one.
 */
export function anniversaryPredicate(
  found: Expression,
  filter: Filter,
  now: Expression,
  clock: ZoneClock = UTC_CLOCK,
): Expression {
  const days = daysAhead(filter)
  if (days === null) return false
  const wanted = now instanceof Date ? yearDaysAt(days, now, clock) : yearDaysOf(localTime(now, clock), days)
  const pattern = Array.isArray(wanted) ? near(wanted) : ISO_PATTERN
  const parsed = { $dateFromString: { dateString: found, onError: null, onNull: null } }
  const isDay = { $eq: [{ $strLenBytes: found }, DAY_LENGTH] }
  const shown = { $cond: [isDay, parsed, localTime(parsed, clock)] }
  const isWanted = { $let: { vars: { shown }, in: { $in: [yearDayOf('$$shown'), wanted] } } }
  const isDate = { $regexMatch: { input: found, regex: pattern } }
  const isDateText = { $cond: [{ $eq: [{ $type: found }, 'string'] }, isDate, false] }
  return { $cond: [isDateText, isWanted, false] }
}

/** Compiles a filter with `anniversary` on a value of a contact's data. Few dates are parsed. */
export function nativeAnniversary(filter: Filter, { path, found, now, clock }: NativePlace): MongoFilter {
  const days = daysAhead(filter)
  if (days === null) return NOTHING
  const isNear = { [path]: { $regex: near(yearDaysAt(days, now, clock)) } }
  const judged = { $let: { vars: { found }, in: anniversaryPredicate('$$found', filter, now, clock) } }
  return { $and: [isNear, { [path]: { $not: { $type: 'array' } } }, { $expr: judged }] }
}

/** Compiles a filter with `anniversary` on a date that the service has set, into one range for each year. */
export function storedAnniversary(name: string, filter: Filter, now: Date, clock: ZoneClock): MongoFilter {
  const days = daysAhead(filter)
  if (days === null) return NOTHING
  const wanted = yearDaysAt(days, now, clock)
  const years = Array.from({ length: now.getUTCFullYear() - FIRST_YEAR + 2 }, (_, index) => FIRST_YEAR + index)
  const ranges = years.flatMap((year) =>
    wanted.flatMap((day) => dateRange('equals', `${year}-${written(day)}`, clock) ?? []),
  )
  return anyOf(
    ranges.map(({ instants: { from, to } }) => ({ [name]: { $gte: new Date(from ?? 0), $lte: new Date(to ?? 0) } })),
  )
}

/** The days from now of a filter; null for a value that is no such number. */
function daysAhead({ value = 0 }: Filter): number | null {
  const isDays = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DAYS_AHEAD
  return isDays ? value : null
}

/** The days whose anniversary is so many days after `now`: two on 28 February of a year without the 29th. */
function yearDaysAt(days: number, now: Date, clock: ZoneClock): YearDay[] {
  const target = dayAt(clock, now.getTime()) + days * DAY_MS
  const day = yearDayAt(target)
  return day === FEBRUARY_28 && yearDayAt(target + DAY_MS) === MARCH_1 ? [day, FEBRUARY_29] : [day]
}

function yearDayAt(midnightMs: number): YearDay {
  const date = new Date(midnightMs)
  return (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** As `yearDaysAt`, of an expression for the local time. */
function yearDaysOf(local: Expression, days: number): Expression {
  const after = (count: number): Expression => yearDayOf({ $add: ['$$local', count * DAY_MS] })
  const isLastOfFebruary = { $and: [{ $eq: [after(days), FEBRUARY_28] }, { $eq: [after(days + 1), MARCH_1] }] }
  const wanted = { $cond: [isLastOfFebruary, [FEBRUARY_28, FEBRUARY_29], [after(days)]] }
  return { $let: { vars: { local }, in: wanted } }
}

function yearDayOf(date: Expression): Expression {
  return { $add: [{ $multiply: [{ $month: date }, 100] }, { $dayOfMonth: date }] }
}

/**
 * A pattern for the dates that may be on one of these days in some zone. An offset and a zone differ from UTC by less
 * than a day each.
 */
function near(wanted: readonly YearDay[]): string {
  const days = wanted.flatMap((day) =>
    [LEAP_YEAR, OTHER_YEAR].flatMap((year) =>
      [-2, -1, 0, 1, 2].map((apart) => {
        const date = new Date(Date.parse(`${year}-${written(Math.min(day, lastDayIn(day, year)))}`) + apart * DAY_MS)
        return date.toISOString().slice('YYYY-'.length, DAY_LENGTH)
      }),
    ),
  )
  return `^(?=[0-9]{4}-(?:${[...new Set(days)].join('|')}))${ISO_PATTERN}`
}

function lastDayIn(day: YearDay, year: number): YearDay {
  return day === FEBRUARY_29 && year !== LEAP_YEAR ? FEBRUARY_28 : day
}

function written(day: YearDay): string {
  const [month, dayOfMonth] = [Math.floor(day / 100), day % 100]
  return `${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}
