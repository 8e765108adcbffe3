import { LOCALE } from './index.js'

const numbers = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })
const rates = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' })
const times = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' })
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const BYTE_UNITS = [
  ['GB', 1_073_741_824],
  ['MB', 1_048_576],
] as const
// An older time is shown as a date.
const RELATIVE_DAYS = 7

/** A number with its digits in groups. */
export const formatNumber = (value: number): string => numbers.format(value)

/** A number in short form: 1.2K. */
export const formatCompact = (value: number): string => compact.format(value)

/** A rate in percent, with one digit. */
export const formatRate = (percent: number): string => `${rates.format(percent)}%`

/** A small rate in percent, to a thousandth, as complaint limits need it. */
export const formatExactRate = (percent: number): string => `${numbers.format(percent)}%`
/** An amount in the smallest unit of its currency, such as cents. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}

/** A size in bytes, in a fitting unit. */
export function formatBytes(bytes: number): string {
  const [unit, size] = BYTE_UNITS.find(([, size]) => bytes >= size) ?? ['kB', 1_024]
  return `${rates.format(bytes / size)} ${unit}`
}

/** A moment with its time zone, to the second. */
export const formatExact = (at: Date): string => exact.format(at)

/** The time of a day, to the minute, in the time zone of the browser. */
export const formatTime = (at: Date): string => times.format(at)

/** The distance of a moment from now, in words; the date beyond a week. */
export function formatRelative(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000)
  if (Math.abs(seconds) > RELATIVE_DAYS * 86_400) return days.format(at)
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

const DURATION_UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration in its two largest units: `2 d 3 h`, `1 min 5 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 1) return `${Math.max(0, Math.round(ms))} ms`
  const first = DURATION_UNITS.findIndex(([, size]) => seconds >= size)
  const [large, small] = [DURATION_UNITS[first] ?? DURATION_UNITS[3], DURATION_UNITS[first + 1]]
  const rest = seconds % large[1]
  const second = small ? Math.floor(rest / small[1]) : 0
  return [
    `${Math.floor(seconds / large[1])} ${large[0]}`,
    ...(small && second > 0 ? [`${second} ${small[0]}`] : []),
  ].join(' ')
}
