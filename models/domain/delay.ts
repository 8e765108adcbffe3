/** The units of a delay, in milliseconds. */
export const DELAY_UNITS_MS = {
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
} as const
export type DelayUnit = keyof typeof DELAY_UNITS_MS

/** The longest delay. */
export const MAX_DELAY_MS = 365 * DELAY_UNITS_MS.days

/**
 * The length of a DELAY step by amount, in whole milliseconds, with days of 24 hours. Fractions of a unit are allowed.
 */
export function delayMs(config: { amount: number; unit: DelayUnit }): number {
  return Math.round(config.amount * DELAY_UNITS_MS[config.unit])
}

const UNIT_DAYS = { minutes: 0, hours: 0, days: 1, weeks: 7 } as const

/** The calendar days that a DELAY step by amount lasts; null for an exact length of time, such as a part of a day. */
export function calendarDays({ amount, unit }: { amount: number; unit: DelayUnit }): number | null {
  const days = UNIT_DAYS[unit]
  return days > 0 && Number.isInteger(amount) ? amount * days : null
}

const WORDS = [
  ['days', DELAY_UNITS_MS.days],
  ['hours', DELAY_UNITS_MS.hours],
  ['minutes', DELAY_UNITS_MS.minutes],
  ['seconds', 1_000],
] as const

/** Describes a duration for operators: `3 days`, `90 minutes`, `1 second`. */
export function describeMs(ms: number): string {
  const [unit, unitMs] =
    WORDS.find(([, unitMs]) => ms >= unitMs && Number.isInteger(ms / unitMs)) ?? (['seconds', 1_000] as const)
  const amount = Math.round((ms / unitMs) * 100) / 100
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`
}
