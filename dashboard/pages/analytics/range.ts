import { countDays, daysAfter } from '../../../models/domain/calendar.js'
import { readDay } from '../../shared/day.js'

/** The presets, in days up to today. */
export const USUAL_RANGES = [7, 30, 90] as const
/** The longest range of the API. */
export const MOST_DAYS = 90
const USUAL_DAYS = 30

/** A range of days in the address of the page: a number of days up to today, or from one day to another. */
export interface RangeSearch {
  days?: (typeof USUAL_RANGES)[number] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The first and the last day. */
export interface Range {
  startDate: string
  endDate: string
}

/** Reads the range from the address, which is untrusted input. */
export function readRange({ days, from, to }: Record<string, unknown>): RangeSearch {
  const usual = USUAL_RANGES.find((one) => one === days)
  if (usual !== undefined) return { days: usual }
  const [first, last] = [readDay(from), readDay(to)]
  return first !== undefined && last !== undefined ? { from: first, to: last } : {}
}

/** The days of a range, where `today` is the day in the zone of the project. */
export function rangeOf({ days = USUAL_DAYS, from, to }: RangeSearch, today: string): Range {
  if (from !== undefined && to !== undefined) return { startDate: from, endDate: to }
  return { startDate: daysAfter(today, 1 - days), endDate: today }
}

/** The error of a custom range. */
export function errorOf({ startDate, endDate }: Range): 'backwards' | 'tooLong' | null {
  const count = countDays(startDate, endDate)
  if (count === 0) return 'backwards'
  return count > MOST_DAYS ? 'tooLong' : null
}
