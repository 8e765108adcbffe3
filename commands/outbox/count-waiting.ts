import { Outbox, type OutboxKind } from '../../models/outbox-entry.js'
import { PARKED } from './owner.js'

/** The documents of one kind that wait in the outbox of the whole installation. */
export interface Waiting {
  kind: OutboxKind
  count: number
  oldest: Date
}

/** No more entries than these are looked at, the oldest first: a larger count stays there. */
export const MOST_COUNTED = 10_000

/**
 * Counts what waits in the outbox, by kind, without parked entries. The query spans all projects on purpose: it is an
 * operator's.
 */
export async function countWaiting(maxTimeMS = 3_000): Promise<Waiting[]> {
  const found = await Outbox.aggregate<{ _id: OutboxKind; count: number; oldest: Date }>([
    { $match: { owner: { $ne: PARKED } } },
    { $sort: { _id: 1 } },
    { $limit: MOST_COUNTED },
    // An entry of another shape would otherwise hide the number of all.
    { $set: { documents: { $cond: [{ $isArray: '$ids' }, { $size: '$ids' }, 1] } } },
    { $group: { _id: '$kind', count: { $sum: '$documents' }, oldest: { $min: '$createdAt' } } },
    { $sort: { _id: 1 } },
  ]).option({ maxTimeMS, hint: { _id: 1 } })
  return found.map(({ _id: kind, count, oldest }) => ({ kind, count, oldest }))
}
