import { FIRST_DAY, LAST_DAY } from '../../models/domain/calendar.js'
import { LOCALE } from '../messages/index.js'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })

/** Reads a day that the API accepts from the address, which is untrusted input. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value) || !isOfCalendar(value)) return undefined
  return value >= FIRST_DAY && value <= LAST_DAY ? value : undefined
}

/** Whether a month has this day: a browser reads the 30th of February as a day of March. */
function isOfCalendar(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** A day in words. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day))
}
