import type { Bounds, DateRange } from './date-range.js'
import { expressionPredicate } from './expression-predicate.js'
import { DAY_PATTERN, SORTED_SHAPES } from './iso-dates.js'
import { anyOf, type MongoFilter } from './mongo-filter.js'
import type { NativePlace } from './native-place.js'
import { EARLIEST_MS } from './operand.js'
import type { Expression } from './path-expression.js'
import type { Filter } from './tree.js'

const FOUND = '$$found'
// Sorts after every digit.
const AFTER_YEAR_9999 = ':'

/**
 * Compiles a filter that is equivalent to these ranges. Dates in a sortable format are compared as text. An expression
 * parses the other dates.
 */
export function fallsIn(ranges: DateRange[], filter: Filter, { path, found, now, clock }: NativePlace): MongoFilter {
  const verdict = { $cond: [isUnusual(), expressionPredicate(FOUND, filter, now, clock), false] }
  return anyOf([
    ...ranges.flatMap((range) => isBetween(range, path)),
    { $expr: { $let: { vars: { found }, in: verdict } } },
  ])
}

function isBetween({ instants: { from, to }, days }: DateRange, path: string): MongoFilter[] {
  return [
    ...(days ? [textBetween(days, path, DAY_PATTERN)] : []),
    ...SORTED_SHAPES.map(({ pattern, ms, textOf }) => {
      const first = from === null ? null : textAt(Math.ceil(from / ms) * ms, textOf)
      const last = to === null ? null : textAt(Math.floor(to / ms) * ms, textOf)
      return textBetween({ from: first, to: last }, path, pattern)
    }),
  ]
}

function textBetween({ from, to }: Bounds<string>, path: string, pattern: string): MongoFilter {
  return {
    $and: [
      { [path]: { $not: { $type: 'array' } } },
      ...(from === null ? [] : [{ [path]: { $gte: from } }]),
      ...(to === null ? [] : [{ [path]: { $lte: to } }]),
      { [path]: { $regex: pattern } },
    ],
  }
}

// MongoDB evaluates an expression regardless of its sibling filters, so the test that avoids parsing is part of the
// expression. Parsing one date takes as long as comparing a hundred.
function isUnusual(): Expression {
  const length = { $strLenBytes: FOUND }
  const isSorted = { $in: [[length, { $indexOfBytes: [FOUND, 'Z', 19] }], SORTED_ENDS] }
  const isText = { $eq: [{ $type: FOUND }, 'string'] }
  return { $cond: [isText, { $and: [{ $gt: [length, 10] }, { $not: [isSorted] }] }, { $isArray: [FOUND] }] }
}

// The length, and the position of the Z, of date-times with seconds and with milliseconds.
const SORTED_ENDS = [
  [20, 19],
  [24, 23],
]

function textAt(ms: number, textOf: (iso: string) => string): string {
  const iso = new Date(Math.max(ms, EARLIEST_MS)).toISOString()
  return iso.startsWith('+') ? AFTER_YEAR_9999 : textOf(iso)
}
