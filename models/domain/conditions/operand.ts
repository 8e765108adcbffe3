import { DELAY_UNITS_MS } from '../delay.js'
import { readIsoDate, type DateMeaning } from './iso-dates.js'
import type { Filter } from './tree.js'

/** A value that MongoDB takes literally and never as an operator. */
export type Scalar = string | number | boolean

/** The earliest `Date`, in milliseconds. A filter may look back beyond it. */
export const EARLIEST_MS = -8_640_000_000_000_000

/**
 * The values with which `equals`, `in` and their negations compare; null when a value cannot be compared, or when there
 * is none.
 */
export function scalarsOf(value: unknown): Scalar[] | null {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.length > 0 && values.every(isScalar) ? values : null
}

/** Whether a value is a text, a number or a boolean. */
export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value))
}

/** The meaning of a value as a date; null when the value is not a date. */
export function dateOf(value: unknown): DateMeaning | null {
  return typeof value === 'string' ? readIsoDate(value) : null
}

/** The moment up to which a filter looks back from `now`; null without a valid amount and unit. */
export function cutoffOf(filter: Pick<Filter, 'value' | 'unit'>, now: Date): Date | null {
  const age = ageMs(filter)
  return age === null ? null : new Date(Math.max(now.getTime() - age, EARLIEST_MS))
}

/** The time that a filter looks back or ahead, in milliseconds; null without a valid amount and unit. */
export function ageMs({ value, unit }: Pick<Filter, 'value' | 'unit'>): number | null {
  if (typeof value !== 'number' || !(value >= 0) || !unit || !Object.hasOwn(DELAY_UNITS_MS, unit)) return null
  return value * DELAY_UNITS_MS[unit]
}
