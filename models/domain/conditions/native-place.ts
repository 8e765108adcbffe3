import type { Expression } from './path-expression.js'

/** Where a native filter looks: a path without arrays on its way, what is there as an expression, and the moment. */
export interface NativePlace {
  path: string
  found: Expression
  now: Date
}
