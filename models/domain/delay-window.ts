import { clockChange, clockOffsetMs, zoneClock } from './time-zone.js'

/** The hours of the week in which an execution may continue. `days` count from 1, Monday. */
export interface DelayWindow {
  days: number[]
  /** Opening time, `HH:MM`. */
  from: string
  /** Closing time, `HH:MM` up to `24:00`. If it is earlier than `from`, it is on the following day. */
  to: string
  /** Name in the IANA time zone database. In a step's config it may be a template. */
  timezone: string
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Whether a window is open at a moment. A window over midnight belongs to the day on which it opens. */
export function isOpenAt(window: DelayWindow, atMs: number): boolean {
  return shows(window, atMs + clockOffsetMs(zoneClock(window.timezone), atMs))
}

/**
 * The first moment from `fromMs` on at which a window is open, in milliseconds. When a clock change skips `from`, the
 * window opens right after the gap. When `from` occurs twice, it opens at the first occurrence.
 */
export function nextOpening(window: DelayWindow, fromMs: number): number {
  const clock = zoneClock(window.timezone)
  // Between two clock changes, a window opens when the clocks show `from`. Each iteration advances to the next change.
  for (let atMs = fromMs; ;) {
    const offsetMs = clockOffsetMs(clock, atMs)
    if (shows(window, atMs + offsetMs)) return atMs
    const opensMs = nextStart(window, atMs + offsetMs) - offsetMs
    const changeMs = clockChange(clock, atMs, opensMs)
    if (changeMs === null) return opensMs
    atMs = changeMs
  }
}

/** Weekday and time of a moment in a zone: `Mon 09:00`. */
export function describeClock(atMs: number, zone: string): string {
  const clockMs = atMs + clockOffsetMs(zoneClock(zone), atMs)
  return `${DAYS[weekdayOf(clockMs) - 1]} ${new Date(clockMs).toISOString().slice('YYYY-MM-DDT'.length, -':00.000Z'.length)}`
}

// `clockMs` is a local time, as the milliseconds at which UTC clocks show it.

function shows({ days, from, to }: DelayWindow, clockMs: number): boolean {
  const [opens, closes] = [minuteOf(from), minuteOf(to)]
  const minute = Math.floor((clockMs % DAY_MS) / MINUTE_MS)
  const isToday = days.includes(weekdayOf(clockMs))
  if (opens < closes) return isToday && opens <= minute && minute < closes
  return (isToday && opens <= minute) || (minute < closes && days.includes(weekdayOf(clockMs - DAY_MS)))
}

function nextStart({ days, from }: DelayWindow, clockMs: number): number {
  let startMs = clockMs - (clockMs % DAY_MS) + minuteOf(from) * MINUTE_MS
  while (startMs <= clockMs || !days.includes(weekdayOf(startMs))) startMs += DAY_MS
  return startMs
}

function weekdayOf(clockMs: number): number {
  return new Date(clockMs).getUTCDay() || 7
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
