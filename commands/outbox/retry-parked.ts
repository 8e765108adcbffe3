import { Outbox, type OutboxEntry } from '../../models/outbox-entry.js'
import { PARKED } from './owner.js'

/** Which parked entries are meant; all of them if empty. */
export interface ParkedSelection {
  id?: string | undefined
  kind?: string | undefined
}

/** A parked entry as an operator sees it, without the values of its documents. */
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

/** The parked entries, the first thousand. They are of all projects on purpose: the query is an operator's. */
export async function listParked(selection: ParkedSelection): Promise<ParkedEntry[]> {
  const options = { sort: { queueKey: 1, _id: 1 }, limit: MOST_LISTED } as const
  const entries = (await Outbox.collection.find(parked(selection), options).toArray()) as unknown as OutboxEntry[]
  return entries.map(({ _id: id, kind, projectId, ids, failures, parkedAt, createdAt }) => ({
    id,
    kind,
    projectId,
    // What is wrong with the entry may be this field.
    documents: Array.isArray(ids) ? ids.length : 0,
    reason: failures?.reason ?? '',
    attempts: failures?.count ?? 0,
    parkedAt: parkedAt ?? createdAt,
  }))
}

/** Lets any process dispatch parked entries again, as if they were new; returns how many. */
export async function retryParked(selection: ParkedSelection): Promise<number> {
  const update = { $set: { owner: '' }, $unset: { failures: 1, parkedAt: 1 } } as const
  return (await Outbox.collection.updateMany(parked(selection), update)).modifiedCount
}

function parked({ id, kind }: ParkedSelection): object {
  return { owner: PARKED, ...(id === undefined ? {} : { _id: id }), ...(kind === undefined ? {} : { kind }) }
}
