import { DELAY_UNITS_MS, type DelayUnit } from '../../../../../models/domain/delay.js'

/** The limit of a wait, as a person writes it. */
export interface WaitLimit {
  amount: number
  unit: DelayUnit
}

const BY_LENGTH: readonly DelayUnit[] = ['weeks', 'days', 'hours', 'minutes']

/** A number of seconds in the longest unit that fits it; parts of a minute become a fraction. */
export function limitOf(seconds: number): WaitLimit {
  const unit = BY_LENGTH.find((one) => Number.isInteger((seconds * 1_000) / DELAY_UNITS_MS[one])) ?? 'minutes'
  return { amount: (seconds * 1_000) / DELAY_UNITS_MS[unit], unit }
}

/** The seconds of a limit, at least one. */
export function secondsOf({ amount, unit }: WaitLimit): number {
  return Math.max(1, Math.round((amount * DELAY_UNITS_MS[unit]) / 1_000))
}
