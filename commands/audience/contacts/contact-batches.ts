import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'

/**
 * How many contacts a batch has. Without batches, a condition that few contacts meet would read all contacts of a
 * project in one query.
 */
export const CONTACTS_A_BATCH = 5_000
const BY_ID = 'projectId_1__id_1'
const BY_MEMBERSHIP = 'segment_members'

/** A batch of a project's contacts, in the order of their ids. */
export interface ContactBatch {
  /** The filter of the contacts of the batch. */
  filter: OwnedQuery
  /** The index that leads to the contacts of the batch in the order of their ids. */
  hint: string
  /** The last contact of the batch, after which the next begins; null for the last batch. */
  until: string | null
}

/** Which contacts of a project are divided into batches; by default all of them. */
export interface Batched {
  /** Only the contacts that store their membership in this segment. */
  segmentId?: string | undefined
  /** The last contact that belongs to a batch. */
  last?: string
  size?: number
  session?: ClientSession | null
}

/**
 * The batch of a project's contacts after the contact `after`, or the first batch. Callers that do more work for each
 * contact pass a smaller `size`.
 */
export async function nextContactBatch(
  projectId: string,
  after: string | null,
  { segmentId, last, size = CONTACTS_A_BATCH, session = null }: Batched = {},
): Promise<ContactBatch> {
  const all = segmentId === undefined ? { projectId } : { projectId, segments: segmentId }
  const hint = segmentId === undefined ? BY_ID : BY_MEMBERSHIP
  const from = { ...(after === null ? {} : { $gt: after }), ...(last === undefined ? {} : { $lte: last }) }
  const rest: OwnedQuery = Object.keys(from).length > 0 ? { ...all, _id: from } : all
  const end = await Contact.findOne(rest, { _id: 1 })
    .session(session)
    .sort({ _id: 1 })
    .skip(size - 1)
    .hint(hint)
    .lean()
  if (!end) return { filter: rest, hint, until: null }
  return { filter: { ...all, _id: { ...from, $lte: end._id } }, hint, until: end._id }
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
  { filter, hint, until }: ContactBatch,
  { condition, shown, limit, session = null, ...options }: BatchQuery<Shown>,
): Promise<{ found: Pick<ContactRecord, Shown | '_id'>[]; until: string | null; isWhole: boolean }> {
  const found = await Contact.find({ $and: [filter, condition] }, ['_id', ...shown], { ...options, batchSize: limit })
    .session(session)
    .sort({ _id: 1 })
    .limit(limit)
    .hint(hint)
    .lean<Pick<ContactRecord, Shown | '_id'>[]>()
  const last = found.length === limit ? found.at(-1) : undefined
  return last ? { found, until: last._id, isWhole: false } : { found, until, isWhole: true }
}

/**
 * Finds the contacts of a batch that meet a condition, in the order of their ids, with their addresses. One document
 * with two lists holds all of them, which takes the driver a quarter of the time of a document each.
 */
export async function findAddressesInBatch(
  { filter, hint }: ContactBatch,
  condition: MongoFilter,
  limits: { maxTimeMS?: number; signal?: AbortSignal } = {},
): Promise<Pick<ContactRecord, '_id' | 'email'>[]> {
  const [found] = await Contact.aggregate<{ ids: string[]; emails: string[] }>([
    { $match: { $and: [filter, condition] } },
    { $sort: { _id: 1 } },
    { $group: { _id: null, ids: { $push: '$_id' }, emails: { $push: '$email' } } },
  ]).option({ hint, ...limits })
  return (found?.ids ?? []).map((_id, index) => ({ _id, email: found?.emails[index] ?? '' }))
}
