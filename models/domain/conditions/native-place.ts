import type { Expression } from './path-expression.js'

/** Operand of a native filter: a path through no arrays, the expression for its value, and the current time. */
export interface NativePlace {
  path: string
  found: Expression
  now: Date
}
