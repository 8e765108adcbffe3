import { LOCALE } from '../../messages/index.js'
import { isDay } from './series.js'

/**
 * A time of a chart in full. A day is the same in every zone; a moment is formatted in `zone`, else in the browser's.
 */
export function formatAt(at: string, zone?: string): string {
  const options: Intl.DateTimeFormatOptions = isDay(at)
    ? { dateStyle: 'medium', timeZone: 'UTC' }
    : { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }
  return new Intl.DateTimeFormat(LOCALE, options).format(new Date(at))
}

/** The same as short as an axis needs it: the day, or the hour where the chart spans hours. */
export function formatTick(at: string, zone?: string): string {
  const options: Intl.DateTimeFormatOptions = isDay(at)
    ? { month: 'short', day: 'numeric', timeZone: 'UTC' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }
  return new Intl.DateTimeFormat(LOCALE, options).format(new Date(at))
}
