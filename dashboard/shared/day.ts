import { FIRST_DAY, LAST_DAY } from '../../models/domain/calendar.js'
import { LOCALE } from '../messages/index.js'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })

/** Reads a day that the API accepts from the address, which is untrusted input. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value) || Number.isNaN(Date.parse(value))) return undefined
  return value >= FIRST_DAY && value <= LAST_DAY ? value : undefined
}

/** A day in words. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day))
}
