import { cutoffOf, dateOf } from './operand.js'
import { isOrderOperator, type OrderOperator } from './operators.js'
import type { Filter } from './tree.js'

/** A range of instants in milliseconds, both ends included; a null end is open. */
export interface InstantRange {
  from: number | null
  to: number | null
  /** Whether a date without a time counts as its midnight. */
  hasDays: boolean
}

/** The range of an ordering by a date, of `within` or of `olderThan`; null for every other filter. */
export function instantRange(filter: Filter, now: Date): InstantRange | null {
  const { operator, value } = filter
  if (isOrderOperator(operator)) {
    const date = dateOf(value)
    return date && { ...sideOf(operator, date.from.getTime()), hasDays: true }
  }
  if (operator !== 'within' && operator !== 'olderThan') return null
  const cutoff = cutoffOf(filter, now)?.getTime()
  if (cutoff === undefined) return null
  const range = operator === 'within' ? { from: cutoff, to: now.getTime() } : { from: null, to: cutoff - 1 }
  return { ...range, hasDays: false }
}

/** The range that equals a value: the UTC day of a date without a time, or one instant; null for other values. */
export function dayOrInstant(value: unknown): InstantRange | null {
  const date = dateOf(value)
  return date && { from: date.from.getTime(), to: date.to ? date.to.getTime() - 1 : date.from.getTime(), hasDays: true }
}

function sideOf(operator: OrderOperator, ms: number): { from: number | null; to: number | null } {
  switch (operator) {
    case 'greaterThan':
      return { from: ms + 1, to: null }
    case 'greaterThanOrEqual':
      return { from: ms, to: null }
    case 'lessThan':
      return { from: null, to: ms - 1 }
    case 'lessThanOrEqual':
      return { from: null, to: ms }
    default:
      return operator satisfies never
  }
}
