import { LRUCache } from 'lru-cache'
import { calendarOf, dayOf, type Calendar } from '../../../models/domain/calendar.js'
import { clockOffsetMs, zoneClock, type ZoneClock } from '../../../models/domain/time-zone.js'

const HOUR_MS = 3_600_000
const MAX_ZONES = 600
const calendars = new LRUCache<string, Calendar>({ max: MAX_ZONES })
const clocks = new LRUCache<string, ZoneClock>({ max: MAX_ZONES })

/** The day of a moment in a time zone. */
export function dayIn(zone: string, at: Date): string {
  const calendar = calendars.get(zone) ?? calendarOf(zone)
  calendars.set(zone, calendar)
  return dayOf(calendar, at)
}

/** The begin of the hour of a moment in a time zone. Some zones are ahead of UTC by parts of an hour. */
export function hourIn(zone: string, at: Date): Date {
  const clock = clocks.get(zone) ?? zoneClock(zone)
  clocks.set(zone, clock)
  const offsetMs = clockOffsetMs(clock, at.getTime())
  return new Date(Math.floor((at.getTime() + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs)
}
