import { DAY_PATTERN, INSTANT_PATTERN, LOCAL_PATTERN } from './conditions/iso-dates.js'
import { clockOffsetMs, zoneClock } from './time-zone.js'

/** The forms that `readMoment` accepts, for the message that refuses other texts. */
export const MOMENT_FORMS =
  'Use an ISO 8601 date, such as 2026-12-01T09:00:00+01:00, or an RFC 2822 date. Without an offset, the time is in ' +
  "the project's time zone"

const MAX_LENGTH = 100
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
// The last moment that ISO 8601 can write with a year of four digits.
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

// linear: digits and dashes behind ^.
const DAY = new RegExp(DAY_PATTERN)
// linear: digits and signs behind ^, and one run of digits.
const INSTANT = new RegExp(INSTANT_PATTERN)
// linear: digits and signs behind ^, and one run of digits.
const LOCAL = new RegExp(LOCAL_PATTERN)

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
// RFC 2822, 3.3 and the names of 4.3. `UTC` is not among these names, but it is unambiguous.
const RFC_2822 = new RegExp(
  [
    `^(?:(${WEEKDAYS.join('|')}), *)?`,
    `([0-9]{1,2}) +(${MONTHS.join('|')}) +([0-9]{4}) +`,
    '([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))? +',
    '(?:([+-])([01][0-9]|2[0-3])([0-5][0-9])|(utc?|gmt|[ecmp][sd]t))',
    // Mail programs name the zone in a comment.
    '(?: *\\([a-z ]{0,40}\\))?$',
  ].join(''),
  // linear: MAX_LENGTH limits the text.
  'i',
)
const ZONE_HOURS: Readonly<Record<string, number>> = { e: -5, c: -6, m: -7, p: -8 }

/**
 * Reads a moment as people and programs write it: a date or a date-time of ISO 8601, or an RFC 2822 date with its zone.
 * A text without an offset is in the time zone `zone`, and a date alone means the beginning of the day. Null for any
 * other text, for a day that does not exist or is not the named weekday, and for a moment after the year 9999. The
 * result does not depend on the machine.
 */
export function readMoment(text: string, zone: string): Date | null {
  if (text.length > MAX_LENGTH) return null
  const ms = readMs(text.trim(), zone)
  return ms <= LATEST_MS ? new Date(ms) : null
}

/** Whether a text is a date or a date-time of ISO 8601, with or without an offset. `readSpan` reads such texts. */
export function isIsoMoment(text: string): boolean {
  return text.length <= MAX_LENGTH && [DAY, INSTANT, LOCAL].some((pattern) => pattern.test(text))
}

/** The time from one moment, included, to another, excluded. */
export interface Span {
  from: Date
  to: Date
}

/**
 * The time of an ISO 8601 text: a whole day in the time zone `zone`, or the millisecond of a date-time. Null for any
 * other text.
 */
export function readSpan(text: string, zone: string): Span | null {
  if (!isIsoMoment(text)) return null
  const from = new Date(readMs(text, zone))
  const to = DAY.test(text) ? momentAt(zone, Date.parse(text) + DAY_MS) : from.getTime() + 1
  return { from, to: new Date(to) }
}

function readMs(text: string, zone: string): number {
  if (INSTANT.test(text)) return Date.parse(text)
  if (LOCAL.test(text)) return momentAt(zone, Date.parse(`${text}Z`))
  if (DAY.test(text)) return momentAt(zone, Date.parse(text))
  return readRfc2822(text)
}

/**
 * The moment at which the clocks of a zone show a time. `clockMs` is the moment at which UTC clocks show it. Of a time
 * that occurs twice, the function returns the first. It reads a skipped time by the offset before the gap (RFC 5545,
 * 3.3.5).
 */
function momentAt(zone: string, clockMs: number): number {
  const clock = zoneClock(zone)
  const [before, after] = [clockOffsetMs(clock, clockMs - DAY_MS), clockOffsetMs(clock, clockMs + DAY_MS)]
  const isOf = (offsetMs: number): boolean => clockOffsetMs(clock, clockMs - offsetMs) === offsetMs
  return clockMs - (!isOf(before) && isOf(after) ? after : before)
}

function readRfc2822(text: string): number {
  const [, weekday, day = '', month = '', year = '', hour, minute, second = '0', sign, ...zone] =
    RFC_2822.exec(text) ?? []
  const date = new Date(0)
  date.setUTCFullYear(Number(year), MONTHS.indexOf(month.toLowerCase()), Number(day))
  const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === MONTHS.indexOf(month.toLowerCase())
  const isNamed = weekday === undefined || date.getUTCDay() === WEEKDAYS.indexOf(weekday.toLowerCase())
  if (!isReal || !isNamed) return Number.NaN
  const clockMs = date.setUTCHours(Number(hour), Number(minute), Number(second))
  return clockMs - offsetOf(sign, zone) * MINUTE_MS
}

/** The minutes by which an RFC 2822 zone is ahead of UTC. */
function offsetOf(sign: string | undefined, [hours, minutes, name = '']: (string | undefined)[]): number {
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const [region = '', season] = name.toLowerCase()
  const standard = ZONE_HOURS[region]
  return standard === undefined ? 0 : (standard + (season === 'd' ? 1 : 0)) * 60
}
