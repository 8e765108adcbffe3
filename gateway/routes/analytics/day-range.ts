import { dayIn } from '../../../commands/base/counters/day-in.js'
import { MAX_RANGE_DAYS, type DayRange } from '../../../commands/base/counters/read-days.js'
import { countDays, daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { AppError } from '../../../models/domain/errors.js'

const USUAL_DAYS = 30

/** A range of days with its begin and its end, which is exclusive. */
export interface RangeOfQuery extends DayRange {
  from: Date
  to: Date
}

/** The range that a query names. Throws BAD_REQUEST for one that ends before it begins, or is longer than 90 days. */
export function rangeOf(
  { _id: projectId, timezone: zone }: { _id: string; timezone: string },
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): RangeOfQuery {
  const last = endDate ?? (startDate ? laterOf(dayIn(zone, new Date()), startDate) : dayIn(zone, new Date()))
  const first = startDate ?? daysAfter(last, 1 - USUAL_DAYS)
  const count = countDays(first, last)
  if (count === 0) throw new AppError('BAD_REQUEST', 'startDate must not be after endDate')
  if (count > MAX_RANGE_DAYS)
    throw new AppError('BAD_REQUEST', `The range can be at most ${MAX_RANGE_DAYS} days, not ${count}`)
  return { projectId, zone, first, last, from: startOfDay(zone, first), to: startOfDay(zone, daysAfter(last, 1)) }
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other
}
