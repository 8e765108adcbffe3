import { DailyCount, dailyCountId } from '../../../models/daily-count.js'
import { sumOfParts, utcDays } from '../../../models/domain/day-parts.js'
import { outcomesOf, type DayCounts } from './read-days.js'

type Sums = Required<Pick<DayCounts, 'events' | 'sent' | 'opened' | 'clicked'>>

/**
 * The sums of the counters of a project from `from` on, and before `to`, both the begin of a day in some time zone. An
 * omitted bound does not restrict the range.
 */
export async function sumCounters(
  projectId: string,
  range: { from?: Date | undefined; to?: Date | undefined },
): Promise<Sums> {
  const { whole, cut } = utcDays(range)
  const sums: Sums = { events: 0, sent: 0, opened: 0, clicked: 0 }
  const add = (counts: DayCounts): void => {
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += counts[name] ?? 0
  }
  if (whole) {
    const ofWhole = { projectId, origin: null, date: { $gte: whole.first, $lte: whole.last } }
    // Years of days are read one by one.
    for await (const day of DailyCount.find(ofWhole, { emails: 1, eventCount: 1 }).lean().cursor()) {
      add({ ...outcomesOf(day.emails), events: day.eventCount ?? 0 })
    }
  }
  if (cut.length === 0) return sums
  const cutIds = cut.map(({ date }) => dailyCountId(projectId, date))
  const cutDays = await DailyCount.find({ _id: { $in: cutIds }, projectId }, { date: 1, parts: 1 }).lean()
  for (const { date, parts = {} } of cutDays) {
    for (const day of cut.filter((one) => one.date === date)) {
      add(Object.fromEntries(Object.entries(parts).map(([name, counts]) => [name, sumOfParts(counts, day)])))
    }
  }
  return sums
}
