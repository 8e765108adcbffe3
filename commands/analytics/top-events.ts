import { countDays, daysAfter } from '../../models/domain/calendar.js'
import { unescapeKey } from '../../models/domain/fields.js'
import { readDays, type DayRange } from './read-days.js'

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
  const counts = new Map<string, number>()
  for (const { events = {} } of (await readDays(range)).values()) {
    for (const [stored, count] of Object.entries(events)) {
      const name = unescapeKey(stored)
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
  }
  return counts
}
