import type { ZoneClock } from '../time-zone.js'
import type { Expression } from './path-expression.js'

/**
 * The value that a native filter tests: a path that passes through no array, the expression for the value, the current
 * time, and the clock that decides when days begin.
 */
export interface NativePlace {
  path: string
  found: Expression
  now: Date
  clock: ZoneClock
}
