/** How long a recipient can pause what is sent to them. */
export const SNOOZE_DURATIONS = ['2_weeks', '1_month', '6_months', '1_year'] as const
export type SnoozeDuration = (typeof SNOOZE_DURATIONS)[number]

const WEEK_MS = 7 * 86_400_000
const MONTHS = { '1_month': 1, '6_months': 6, '1_year': 12 } as const

/**
 * When a pause that begins at `from` is over. Months and years are those of the calendar in UTC; the last day of
 * a month stands for a day that it does not have.
 */
export function snoozeEnd(duration: SnoozeDuration, from: Date): Date {
  if (duration === '2_weeks') return new Date(from.getTime() + 2 * WEEK_MS)
  const end = new Date(from)
  end.setUTCMonth(from.getUTCMonth() + MONTHS[duration])
  // Day 0 of a month is the last one of the month before.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}
