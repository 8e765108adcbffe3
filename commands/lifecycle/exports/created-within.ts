import type { TimeRange } from '../../../models/export-job.js'

/** The filter for the rows of a range of times that existed at `now`. */
export function createdWithin({ from, to }: TimeRange, now: Date): { createdAt: object } {
  return { createdAt: { $lte: now, ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } }
}
