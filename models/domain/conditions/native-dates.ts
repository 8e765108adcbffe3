import { expressionPredicate } from './expression-predicate.js'
import type { InstantRange } from './instant-range.js'
import { SORTED_SHAPES } from './iso-dates.js'
import { anyOf, type MongoFilter } from './mongo-filter.js'
import type { NativePlace } from './native-place.js'
import { EARLIEST_MS } from './operand.js'
import type { Expression } from './path-expression.js'
import type { Filter } from './tree.js'

const FOUND = '$$found'
// Sorts after every digit.
const AFTER_YEAR_9999 = ':'

/**
 * Compiles a filter that is equivalent to ranges of instants. Dates in a sortable format are compared as text; an
 * expression parses the others.
 */
export function fallsIn(ranges: InstantRange[], filter: Filter, { path, found, now }: NativePlace): MongoFilter {
  const judged = { $cond: [isUnusual(), expressionPredicate(FOUND, filter, now), false] }
  return anyOf([
    ...ranges.flatMap((range) => isBetween(range, path)),
    { $expr: { $let: { vars: { found }, in: judged } } },
  ])
}

function isBetween({ from, to, hasDays }: InstantRange, path: string): MongoFilter[] {
  return SORTED_SHAPES.filter(({ hasTime }) => hasTime || hasDays).map(({ pattern, ms, textOf }) => ({
    $and: [
      { [path]: { $not: { $type: 'array' } } },
      ...(from === null ? [] : [{ [path]: { $gte: textAt(Math.ceil(from / ms) * ms, textOf) } }]),
      ...(to === null ? [] : [{ [path]: { $lte: textAt(Math.floor(to / ms) * ms, textOf) } }]),
      { [path]: { $regex: pattern } },
    ],
  }))
}

// MongoDB evaluates an expression regardless of its sibling filters, so the test that avoids parsing is part of the
// expression. Parsing one date takes as long as comparing a hundred.
function isUnusual(): Expression {
  const length = { $strLenBytes: FOUND }
  const isSorted = { $in: [[length, { $indexOfBytes: [FOUND, 'Z', 19] }], SORTED_ENDS] }
  const isText = { $eq: [{ $type: FOUND }, 'string'] }
  return { $cond: [isText, { $and: [{ $gt: [length, 10] }, { $not: [isSorted] }] }, { $isArray: [FOUND] }] }
}

// Length and position of the Z in date-times with seconds, and with milliseconds.
const SORTED_ENDS = [
  [20, 19],
  [24, 23],
]

function textAt(ms: number, textOf: (iso: string) => string): string {
  const iso = new Date(Math.max(ms, EARLIEST_MS)).toISOString()
  return iso.startsWith('+') ? AFTER_YEAR_9999 : textOf(iso)
}
