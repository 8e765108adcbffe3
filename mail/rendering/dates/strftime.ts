import type { ZonedDate } from './read-date.js'

/** Charges for characters before they are printed. Throws when they are too many. */
type Charge = (characters: number) => void

interface Directive {
  flags: ReadonlySet<string>
  width: number
  charge: Charge
}

const DIRECTIVE = /%([-_0^#:]{0,9})(\d{0,9})([EO]?)(.)/gsu
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const WIDTHS: Record<string, number> = {
  ...Object.fromEntries('C d e H I k l m M S U W y'.split(' ').map((letter) => [letter, 2])),
  j: 3,
  L: 3,
  Y: 4,
}
const PADDED_WITH_BLANKS = new Set('aAbBceklpP')
const DAY_MS = 86_400_000

const CONVERSIONS: Record<string, (date: ZonedDate, directive: Directive) => string | number> = {
  a: ({ wall }) => dayName(wall).slice(0, 3),
  A: ({ wall }) => dayName(wall),
  b: ({ wall }) => monthName(wall).slice(0, 3),
  B: ({ wall }) => monthName(wall),
  c: ({ wall }) => wall.toLocaleString('en-US', { timeZone: 'UTC' }),
  C: ({ wall }) => Math.floor(wall.getUTCFullYear() / 100),
  d: ({ wall }) => wall.getUTCDate(),
  e: ({ wall }) => wall.getUTCDate(),
  h: ({ wall }) => monthName(wall).slice(0, 3),
  H: ({ wall }) => wall.getUTCHours(),
  I: ({ wall }) => wall.getUTCHours() % 12 || 12,
  j: ({ wall }) => dayOfYear(wall),
  k: ({ wall }) => wall.getUTCHours(),
  l: ({ wall }) => wall.getUTCHours() % 12 || 12,
  L: ({ wall }) => wall.getUTCMilliseconds(),
  m: ({ wall }) => wall.getUTCMonth() + 1,
  M: ({ wall }) => wall.getUTCMinutes(),
  N: ({ wall }, { width, charge }) => fraction(wall, width || 9, charge),
  p: ({ wall }) => (wall.getUTCHours() < 12 ? 'AM' : 'PM'),
  P: ({ wall }) => (wall.getUTCHours() < 12 ? 'am' : 'pm'),
  q: ({ wall }) => ordinalOf(wall.getUTCDate()),
  s: ({ instantMs }) => Math.floor(instantMs / 1_000),
  S: ({ wall }) => wall.getUTCSeconds(),
  u: ({ wall }) => wall.getUTCDay() || 7,
  U: ({ wall }) => weekOfYear(wall, 0),
  w: ({ wall }) => wall.getUTCDay(),
  W: ({ wall }) => weekOfYear(wall, 1),
  x: ({ wall }) => wall.toLocaleDateString('en-US', { timeZone: 'UTC' }),
  X: ({ wall }) => wall.toLocaleTimeString('en-US', { timeZone: 'UTC' }),
  y: ({ wall }) => ((wall.getUTCFullYear() % 100) + 100) % 100,
  Y: ({ wall }) => wall.getUTCFullYear(),
  z: (date, { flags }) => offsetOf(date, flags.has(':')),
  Z: (date) => date.zone.name || offsetOf(date, false),
  t: () => '\t',
  n: () => '\n',
  '%': () => '%',
}

/**
 * A date in the format of `strftime`, with the conversions, flags and widths of liquidjs. The printing of liquidjs
 * reads the clock of the process, which skips an hour where the zone of the process does.
 */
export function strftime(date: ZonedDate, format: string, charge: Charge): string {
  return format.replaceAll(DIRECTIVE, (match, flagged: string, width: string, _modifier, letter: string) => {
    const convert = Object.hasOwn(CONVERSIONS, letter) ? CONVERSIONS[letter] : undefined
    if (!convert) return match
    const directive = { flags: new Set(flagged), width: Number(width), charge }
    return padded(cased(String(convert(date, directive)), directive.flags), letter, directive)
  })
}

function cased(text: string, flags: ReadonlySet<string>): string {
  if (flags.has('^')) return text.toUpperCase()
  if (!flags.has('#')) return text
  return /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase()
}

function padded(text: string, letter: string, { flags, width, charge }: Directive): string {
  const isBlank = flags.has('_') || (PADDED_WITH_BLANKS.has(letter) && !flags.has('0'))
  const length = flags.has('-') ? 0 : width || (WIDTHS[letter] ?? 0)
  charge(Math.max(0, length - text.length))
  if (isBlank || !text.startsWith('-')) return text.padStart(length, isBlank ? ' ' : '0')
  return `-${text.slice(1).padStart(length - 1, '0')}`
}

function monthName(wall: Date): string {
  return MONTHS[wall.getUTCMonth()] ?? ''
}

function dayName(wall: Date): string {
  return DAYS[wall.getUTCDay()] ?? ''
}

function dayOfYear(wall: Date): number {
  const year = new Date(0).setUTCFullYear(wall.getUTCFullYear())
  return Math.floor((wall.getTime() - year) / DAY_MS) + 1
}

/** The number of a week that begins with `firstDay`. The days before the first such day of the year are in week 0. */
function weekOfYear(wall: Date, firstDay: number): number {
  const daysSince = (wall.getUTCDay() - firstDay + 7) % 7
  return Math.floor((dayOfYear(wall) - 1 - daysSince + 7) / 7)
}

function fraction(wall: Date, width: number, charge: Charge): string {
  charge(width)
  return String(wall.getUTCMilliseconds()).padStart(3, '0').slice(0, width).padEnd(width, '0')
}

/** The ending of an English ordinal. */
export function ordinalOf(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

function offsetOf({ wall, instantMs }: ZonedDate, hasColon: boolean): string {
  const minutes = Math.round((wall.getTime() - instantMs) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${minutes < 0 ? '-' : '+'}${hours}${hasColon ? ':' : ''}${rest}`
}
