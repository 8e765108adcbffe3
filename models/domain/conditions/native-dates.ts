import type { InstantRange } from './instant-range.js'
import { SORTED_SHAPES, UNSORTED_PATTERN, type DateMeaning } from './iso-dates.js'
import { anyOf, type MongoFilter } from './mongo-filter.js'
import { EARLIEST_MS, type Scalar } from './operand.js'

const DAY_MS = 86_400_000
// Stands behind every digit.
const AFTER_YEAR_9999 = ':'

/** Whether the text at a path, which is no array, is an instant in the range; `judged` decides on unusual shapes. */
export function isBetween({ from, to, hasDays }: InstantRange, path: string, judged: MongoFilter): MongoFilter {
  const sorted = SORTED_SHAPES.filter(({ hasTime }) => hasTime || hasDays).map(({ pattern, ms, textOf }) => ({
    $and: [
      ...(from === null ? [] : [{ [path]: { $gte: textAt(Math.ceil(from / ms) * ms, textOf) } }]),
      ...(to === null ? [] : [{ [path]: { $lte: textAt(Math.floor(to / ms) * ms, textOf) } }]),
      { [path]: { $regex: pattern } },
    ],
  }))
  return anyOf([...sorted, { $and: [{ [path]: { $regex: UNSORTED_PATTERN } }, judged] }])
}

/**
 * Whether what is at a path, or an element of it, can be any of these values: offsets move a date by less than a
 * day. Cheap, so that few are left to be read as dates.
 */
export function mayBeAny(values: readonly Scalar[], dates: readonly DateMeaning[], path: string): MongoFilter {
  const near = dates.map(({ from, to }) => {
    const dayAt = (ms: number): string => textAt(ms, (iso) => iso.slice(0, 10))
    const end = (to ?? from).getTime() + 2 * DAY_MS
    return { [path]: { $gte: dayAt(from.getTime() - DAY_MS), $lt: dayAt(end) } }
  })
  return anyOf([{ [path]: { $in: values } }, ...near])
}

function textAt(ms: number, textOf: (iso: string) => string): string {
  const iso = new Date(Math.max(ms, EARLIEST_MS)).toISOString()
  return iso.startsWith('+') ? AFTER_YEAR_9999 : textOf(iso)
}
