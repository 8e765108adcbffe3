import { Outbox } from '../../../models/outbox-entry.js'
import { acrossProjects } from '../../../models/owned-model.js'

/** Selects parked entries by id or kind; an empty selection means all of them. */
export interface ParkedSelection {
  id?: string | undefined
  kind?: string | undefined
}

/** A parked entry as an operator sees it, without the contents of its documents. */
export interface ParkedEntry {
  id: string
  kind: string
  projectId: string
  documents: number
  reason: string
  attempts: number
  parkedAt: Date
}

const MOST_LISTED = 1_000

/** The first thousand parked entries. */
export async function listParked(selection: ParkedSelection): Promise<ParkedEntry[]> {
  const options = { sort: { queueKey: 1, _id: 1 }, limit: MOST_LISTED } as const
  const entries = await Outbox.collection.find(parked(selection), options).toArray()
  return entries.map(({ _id: id, kind, projectId, ids, failures, parkedAt, createdAt }) => ({
    id,
    kind,
    projectId,
    // The entry may be parked because this field is damaged.
    documents: Array.isArray(ids) ? ids.length : 0,
    reason: failures?.reason ?? '',
    attempts: failures?.count ?? 0,
    parkedAt: parkedAt ?? createdAt,
  }))
}

/** Lets any process dispatch parked entries again, as if they were new; returns the number of entries. */
export async function retryParked(selection: ParkedSelection): Promise<number> {
  const update = { $set: { owner: '' }, $unset: { aside: 1, failures: 1, parkedAt: 1 } } as const
  return (await Outbox.collection.updateMany(parked(selection), update)).modifiedCount
}

function parked({ id, kind }: ParkedSelection) {
  const selected = { ...(id === undefined ? {} : { _id: id }), ...(kind === undefined ? {} : { kind }) }
  return acrossProjects({ aside: 'parked', ...selected }, 'an operator asks about the installation')
}
