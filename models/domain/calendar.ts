import { clockOffsetMs, zoneClock, type ZoneClock } from './time-zone.js'

const DAY_MS = 86_400_000

/** The first and the last day that a request may name. */
export const FIRST_DAY = '1970-01-01'
export const LAST_DAY = '2199-12-31'

/** A calendar of one time zone. Callers keep it, because creating one is slow. */
export type Calendar = Intl.DateTimeFormat

/** The calendar of a zone in the IANA database. Throws a RangeError for an unknown zone. */
export function calendarOf(zone: string): Calendar {
  // The Swedish form of a date is the form of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** The day of a moment, as `YYYY-MM-DD`. */
export function dayOf(calendar: Calendar, at: Date): string {
  return calendar.format(at)
}

/** The day that is `count` days after another. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days from one to another, both included; 0 when the first is later. */
export function countDays(first: string, last: string): number {
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1)
}

/** The days from one to another, both included: the first `limit` of them at most; none when the first is later. */
export function daysFrom(first: string, last: string, limit: number): string[] {
  return Array.from({ length: Math.min(limit, countDays(first, last)) }, (_, index) => daysAfter(first, index))
}

/** The moment at which a day begins in a zone: at midnight, or later where the clock skips midnight. */
export function startOfDay(zone: string, day: string): Date {
  return new Date(dayStartMs(zoneClock(zone), Date.parse(day)))
}

/** As `startOfDay`, with a clock that the caller keeps. `midnightMs` is the day as midnight in UTC. */
export function dayStartMs(clock: ZoneClock, midnightMs: number): number {
  // The offset depends on the moment that the function computes. The second guess is right, except on a day without a
  // midnight.
  const first = midnightMs - clockOffsetMs(clock, midnightMs)
  const second = midnightMs - clockOffsetMs(clock, first)
  return second + clockOffsetMs(clock, second) < midnightMs ? first : second
}
