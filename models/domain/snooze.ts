/** The times for which a recipient can pause mail. */
export const SNOOZE_DURATIONS = ['2_weeks', '1_month', '6_months', '1_year'] as const
export type SnoozeDuration = (typeof SNOOZE_DURATIONS)[number]

const WEEK_MS = 7 * 86_400_000
const MONTHS = { '1_month': 1, '6_months': 6, '1_year': 12 } as const

/**
 * The end of a snooze that begins at `from`. Months and years follow the UTC calendar. If the month does not have the
 * day, the end is on its last day.
 */
export function snoozeEnd(duration: SnoozeDuration, from: Date): Date {
  if (duration === '2_weeks') return new Date(from.getTime() + 2 * WEEK_MS)
  const end = new Date(from)
  end.setUTCMonth(from.getUTCMonth() + MONTHS[duration])
  // Day 0 of a month is the last day of the previous month.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}
