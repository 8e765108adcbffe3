import type { Answer } from '../../../api/client.js'
import type { ChartSeries } from '../../../shared/chart/series.js'
import { wallTimeAt } from '../../../shared/zones.js'

/** Successes and failures have separate charts, because their numbers differ by orders of magnitude. */
export const GROUPS = {
  results: ['sent', 'delivered', 'opens', 'clicks'],
  problems: ['bounces', 'complaints', 'unsubscribes'],
} as const
export type SeriesGroup = keyof typeof GROUPS
export type SeriesName = (typeof GROUPS)[SeriesGroup][number]

type Timeseries = Answer<'GET /campaigns/:id/timeseries'>

/** The series of a group for a chart. A day is in the time zone of the project. */
export function seriesOf(
  { interval, timezone, intervals }: Timeseries,
  group: SeriesGroup,
  labels: Readonly<Record<SeriesName, string>>,
): ChartSeries[] {
  const at = (start: string): string => (interval === 'day' ? wallTimeAt(start, timezone).date : start)
  return GROUPS[group].map((name) => ({
    id: name,
    label: labels[name],
    points: intervals.map((one) => ({ at: at(one.start), value: one[name] })),
  }))
}

/** Whether a group has any values to show. */
export function hasAny({ intervals }: Pick<Timeseries, 'intervals'>, group: SeriesGroup): boolean {
  return intervals.some((one) => GROUPS[group].some((name) => one[name] > 0))
}
