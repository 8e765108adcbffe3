import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'

/**
 * How many contacts a batch has. Without batches, a condition that few contacts meet would read all contacts of a
 * project in one query.
 */
export const CONTACTS_A_BATCH = 5_000
const BY_ID = { projectId: 1, _id: 1 } as const

/** A batch of a project's contacts, in the order of their ids. */
export interface ContactBatch {
  /** The filter of the contacts of the batch. */
  filter: OwnedQuery
  /** The last contact of the batch, after which the next begins; null for the last batch. */
  until: string | null
}

/**
 * The batch of a project's contacts after the contact `after`, or the first batch. Callers that do more work for each
 * contact pass a smaller `size`.
 */
export async function nextContactBatch(
  projectId: string,
  after: string | null,
  { size = CONTACTS_A_BATCH, session = null }: { size?: number; session?: ClientSession | null } = {},
): Promise<ContactBatch> {
  const rest = { projectId, ...(after === null ? {} : { _id: { $gt: after } }) }
  const end = await Contact.findOne(rest, { _id: 1 })
    .session(session)
    .sort({ _id: 1 })
    .skip(size - 1)
    .hint(BY_ID)
    .lean()
  if (!end) return { filter: rest, until: null }
  return { filter: { projectId, _id: { ...rest._id, $lte: end._id } }, until: end._id }
}

/** A query in a batch: for the contacts that meet `condition`, with the fields `shown`, at most `limit` of them. */
export interface BatchQuery<Shown extends keyof ContactRecord> {
  condition: MongoFilter
  shown: readonly Shown[]
  limit: number
  maxTimeMS?: number
  signal?: AbortSignal
  session?: ClientSession | null
}

/**
 * Finds the contacts of a batch that meet a condition, in the order of their ids. When `limit` contacts are found, the
 * batch ends with the last of them, and `isWhole` is false. Throws MongoDB's MaxTimeMSExpired after `maxTimeMS`.
 */
export async function findInBatch<Shown extends keyof ContactRecord>(
  { filter, until }: ContactBatch,
  { condition, shown, limit, session = null, ...options }: BatchQuery<Shown>,
): Promise<{ found: Pick<ContactRecord, Shown | '_id'>[]; until: string | null; isWhole: boolean }> {
  const found = await Contact.find({ $and: [filter, condition] }, ['_id', ...shown], options)
    .session(session)
    .sort({ _id: 1 })
    .limit(limit)
    .hint(BY_ID)
    .lean<Pick<ContactRecord, Shown | '_id'>[]>()
  const last = found.length === limit ? found.at(-1) : undefined
  return last ? { found, until: last._id, isWhole: false } : { found, until, isWhole: true }
}
