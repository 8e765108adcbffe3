import { DailyCount, dailyCountId, eventPartsId } from '../../../models/daily-count.js'
import { countDays, daysAfter, daysFrom } from '../../../models/domain/calendar.js'
import { sumOfParts } from '../../../models/domain/day-parts.js'
import { unescapeKey } from '../../../models/domain/fields.js'
import { MAX_RANGE_DAYS, utcDaysOf, type DayRange } from '../../base/counters/read-days.js'

/**
 * How often an event happened in a range of days. `trend` is the change from the same number of days before, in
 * percent.
 */
export interface TopEvent {
  name: string
  count: number
  /** Null where the event did not happen in the days before. */
  trend: number | null
}

/** The most frequent events, `limit` of them at most. */
export async function topEvents(range: DayRange, limit: number): Promise<TopEvent[]> {
  const length = countDays(range.first, range.last)
  const before = { ...range, first: daysAfter(range.first, -length), last: daysAfter(range.first, -1) }
  const [counts, earlier] = await Promise.all([countNames(range), countNames(before)])
  return [...counts]
    .toSorted(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .slice(0, limit)
    .map(([name, count]) => ({ name, count, trend: trendOf(count, earlier.get(name) ?? 0) }))
}

function trendOf(count: number, before: number): number | null {
  return before === 0 ? null : Math.round((100 * (count - before)) / before)
}

async function countNames(range: DayRange): Promise<Map<string, number>> {
  const { projectId } = range
  const { whole, cut } = utcDaysOf(range)
  const wholeDays = whole ? daysFrom(whole.first, whole.last, MAX_RANGE_DAYS) : []
  const wholeIds = wholeDays.map((date) => dailyCountId(projectId, date))
  const cutIds = cut.map(({ date }) => eventPartsId(projectId, date))
  const counted = await DailyCount.find(
    { _id: { $in: [...wholeIds, ...cutIds] }, projectId },
    { events: 1, partsOf: 1, eventParts: 1 },
  ).lean()
  const counts = new Map<string, number>()
  const add = (stored: string, count: number): void => {
    const name = unescapeKey(stored)
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  for (const { events = {}, partsOf, eventParts = {} } of counted) {
    for (const [name, count] of Object.entries(events)) add(name, count)
    for (const day of cut.filter(({ date }) => date === partsOf)) {
      for (const [name, parts] of Object.entries(eventParts)) add(name, sumOfParts(parts, day))
    }
  }
  return counts
}
