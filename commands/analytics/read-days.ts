import { DailyCount, dailyCountId, type DailyCountRecord } from '../../models/daily-count.js'
import { daysFrom } from '../../models/domain/calendar.js'

/** The longest range of days that is read at once. */
export const MAX_RANGE_DAYS = 90

/** A range of days, at most `MAX_RANGE_DAYS`, both included, in the time zone of a project. */
export interface DayRange {
  projectId: string
  zone: string
  first: string
  last: string
}

/** The counters of the days of a range, by date. A day without counters is missing. */
export async function readDays({
  projectId,
  zone,
  first,
  last,
}: DayRange): Promise<ReadonlyMap<string, DailyCountRecord>> {
  const ids = daysFrom(first, last, MAX_RANGE_DAYS).map((day) => dailyCountId(projectId, zone, day))
  const counted = await DailyCount.find({ _id: { $in: ids }, projectId }).lean()
  return new Map(counted.map((day) => [day.date, day]))
}
