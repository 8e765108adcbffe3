import type { ZoneClock } from '../time-zone.js'
import type { Expression } from './path-expression.js'

/**
 * Operand of a native filter: a path through no arrays, the expression for its value, the current time and the days.
 */
export interface NativePlace {
  path: string
  found: Expression
  now: Date
  clock: ZoneClock
}
