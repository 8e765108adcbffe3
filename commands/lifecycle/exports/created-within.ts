import { timesWithin, type TimeRange } from '../../../models/domain/time-range.js'

/** The filter for the rows of a range of times that existed at `now`. */
export function createdWithin(range: TimeRange, now: Date): { createdAt: object } {
  return { createdAt: { $lte: now, ...timesWithin(range) } }
}
