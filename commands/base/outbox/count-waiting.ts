import { Outbox, type OutboxKind } from '../../../models/outbox-entry.js'
import { acrossProjects } from '../../../models/owned-model.js'

/** The documents of one kind that wait in the outbox of the whole installation. */
export interface Waiting {
  kind: OutboxKind
  count: number
  oldest: Date
}

/** Only this many entries are counted, the oldest first, so that a count stays cheap. */
export const MOST_COUNTED = 10_000

/** Counts the documents that wait in the outbox, by kind, without parked entries. */
export async function countWaiting(maxTimeMS = 3_000): Promise<Waiting[]> {
  const found = await Outbox.aggregate<{ _id: OutboxKind; count: number; oldest: Date }>([
    { $match: acrossProjects({ aside: { $ne: 'parked' } }, 'an operator asks about the installation') },
    { $sort: { _id: 1 } },
    { $limit: MOST_COUNTED },
    // `$size` fails for anything but an array, so that one damaged entry would fail the whole count.
    { $set: { documents: { $cond: [{ $isArray: '$ids' }, { $size: '$ids' }, 1] } } },
    { $group: { _id: '$kind', count: { $sum: '$documents' }, oldest: { $min: '$createdAt' } } },
    { $sort: { _id: 1 } },
  ]).option({ maxTimeMS, hint: { _id: 1 } })
  return found.map(({ _id: kind, count, oldest }) => ({ kind, count, oldest }))
}
