import { clockOffsetMs, zoneClock } from '../../models/domain/time-zone.js'
import { LOCALE } from '../messages/index.js'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const UTC = 'UTC'
const SHOWN = {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/** A wall-clock time: `YYYY-MM-DD` and `HH:MM`, each empty if it was not given. */
export interface WallTime {
  date: string
  time: string
}

/**
 * The moment that a wall-clock time means in a zone, in ISO 8601. At a change of the clocks a time may come twice, or
 * be skipped: then there are two moments to choose from, the earlier one first.
 */
export type WallTimeReading =
  | { kind: 'none' }
  | { kind: 'once'; at: string }
  | { kind: 'twice' | 'skipped'; moments: readonly [string, string] }

/** Reads a wall-clock time in a zone of the IANA database. */
export function readWallTime({ date, time }: WallTime, zone: string): WallTimeReading {
  const clockMs = Date.parse(`${date}T${time}Z`)
  if (date === '' || time === '' || Number.isNaN(clockMs)) return { kind: 'none' }
  const clock = zoneClock(zone)
  // Offsets are far shorter than a day, so these are the offsets before and after the local time in every zone.
  const before = clockOffsetMs(clock, clockMs - DAY_MS)
  const after = clockOffsetMs(clock, clockMs + DAY_MS)
  const moments = [clockMs - before, clockMs - after].toSorted((a, b) => a - b)
  const [first = clockMs, second = first] = moments
  const shown = moments.filter((ms) => ms + clockOffsetMs(clock, ms) === clockMs)
  if (first === second || shown.length === 1) return { kind: 'once', at: isoOf(shown[0] ?? first) }
  return { kind: shown.length === 2 ? 'twice' : 'skipped', moments: [isoOf(first), isoOf(second)] }
}

/** The wall-clock time of a moment in a zone. */
export function wallTimeAt(at: string, zone: string): WallTime {
  const ms = Date.parse(at)
  const shown = isoOf(ms + clockOffsetMs(zoneClock(zone), ms))
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** By how much the clocks of a zone are ahead of UTC at a moment, as `UTC+02:00`. */
export function offsetAt(at: string, zone: string): string {
  const minutes = Math.round(clockOffsetMs(zoneClock(zone), Date.parse(at)) / MINUTE_MS)
  if (minutes === 0) return UTC
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${UTC}${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
}

/** A moment as the clocks of a zone show it, with the day of the week. */
export function formatIn(at: string, zone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { ...SHOWN, timeZone: zone }).format(new Date(at))
}

/** The zone of this browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every zone that can be chosen: those first that are likely, and the others by their names. */
export function zonesFrom(...likely: readonly string[]): string[] {
  return [...new Set([...likely, UTC, ...Intl.supportedValuesOf('timeZone')])]
}

/** A moment in each of these zones and in UTC, without the zones that show the same. */
export function readingsOf(at: string, ...zones: readonly string[]): { zone: string; text: string }[] {
  const readings = [...new Set([...zones, UTC])].map((zone) => ({ zone, text: formatIn(at, zone) }))
  return readings.filter(({ text }, index) => readings.findIndex((one) => one.text === text) === index)
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
const twoDigits = (value: number): string => String(value).padStart(2, '0')
