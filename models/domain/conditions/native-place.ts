import type { ZoneClock } from '../time-zone.js'
import type { Expression } from './path-expression.js'

/**
 * The value that a native filter tests: a path through no arrays, the expression for its value, the current time and
 * the days.
 */
export interface NativePlace {
  path: string
  found: Expression
  now: Date
  clock: ZoneClock
}
