import { Outbox, OUTBOX_KINDS } from '../../../models/outbox-entry.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { MOST_COUNTED } from './count-waiting.js'

/** The kind under which entries of kinds that this version does not know are counted. */
export const UNKNOWN_KINDS = 'unknown'

/**
 * How many entries are parked, by kind. Kinds without parked entries are left out.
 */
export async function countParked(maxTimeMS = 3_000): Promise<Record<string, number>> {
  const found = await Outbox.aggregate<{ _id: string; count: number }>([
    { $match: acrossProjects({ aside: 'parked' }, 'an operator asks about the installation') },
    { $limit: MOST_COUNTED },
    { $group: { _id: { $cond: [{ $in: ['$kind', OUTBOX_KINDS] }, '$kind', UNKNOWN_KINDS] }, count: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ]).option({ maxTimeMS })
  return Object.fromEntries(found.map(({ _id: kind, count }) => [kind, count]))
}
