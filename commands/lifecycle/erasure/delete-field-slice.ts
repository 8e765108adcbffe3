import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { mentionsField } from '../../../models/domain/conditions/walk-filters.js'
import { allOf } from '../../../models/domain/conditions/mongo-filter.js'
import { customFieldName } from '../../../models/domain/field-names.js'
import { inferType, unescapeKey } from '../../../models/domain/fields.js'
import { STORED_NAME_FIELDS } from '../../../models/domain/name-words.js'
import { searchedBy } from '../../../models/domain/search-words.js'
import { Field } from '../../../models/field.js'
import type { JobRecord } from '../../../models/job.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { updateEach } from '../../../models/update-each.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { findInBatch, nextContactBatch } from '../../audience/contacts/contact-batches.js'
import { hasFollower } from '../../audience/segments/followers.js'
import { setOff } from '../../base/outbox/set-off.js'
import type { TypedField } from '../../base/records/known-fields.js'

// No index says which contacts have a field, so a slice goes through contacts. The more fields it looks for, the fewer.
// One update changes all of a slice, which aborts for a concurrent change of any of them.
const MAX_SEARCHED = 4_000
const MIN_SEARCHED = 100
const FIELDS_SEARCHED = 10
// Where a segment or a name follows each contact, so many are changed at a time.
const FOLLOWED = 500

/**
 * The input of the job: the escaped keys of the fields, the time of their deletion, and how many contacts had them
 * then.
 */
export interface FieldDeletion {
  keys: string[]
  before: Date
  total: number
}

const BY_ID = { projectId: 1, _id: 1 } as const

interface Progress {
  removed: number
  /** The fields that some contacts keep, each with the type of its value on one of those contacts. */
  kept: TypedField[]
}

type FieldJob = JobRecord<FieldDeletion, string, Progress>

/**
 * Removes the fields from the next contacts that have any of them. A contact that changed after the deletion keeps its
 * fields, because the change may have set one of them again.
 */
export async function deleteFieldSlice(ref: JobRef): Promise<SliceDone> {
  const job: FieldJob | null = await openJob(ref)
  return job ? inTransaction((session) => runSlice(session, job)) : NOTHING_LEFT
}

async function runSlice(session: ClientSession, job: FieldJob): Promise<SliceDone> {
  const { projectId, input } = job
  const isFollowed = await hasFollowingSegment(session, job)
  const isNaming = input.keys.some((key) => STORED_NAME_FIELDS.includes(key))
  const { contacts, until, ids } = await nextContacts(session, job, isFollowed || isNaming)
  // Before the removal, because its time of change makes every contact look like one that changed meanwhile.
  const kept = [...job.result.kept, ...(await findKept(session, job, contacts))]
  const removed = job.result.removed + (await removeIn(session, job, contacts))
  if (isNaming) await renameIn(session, projectId, ids)
  if (isFollowed && ids.length > 0) await setOff(session, { kind: 'contact', projectId, ids })
  const isDone = until === null
  if (isDone) await reviveIn(session, projectId, input, kept)
  const progress = (removed / Math.max(input.total, 1)) * 100
  await advanceJob(session, job, { cursor: until, progress, result: { removed, kept }, isDone })
  return { isDone, progress }
}

/**
 * Whether a segment that follows changes may lose or gain members by the removal: then each contact has to be
 * dispatched. A segment can refer to others, so the condition of any of them decides. The removal also changes
 * `updatedAt`.
 */
async function hasFollowingSegment(session: ClientSession, { projectId, input: { keys } }: FieldJob): Promise<boolean> {
  if (!(await hasFollower(projectId, session))) return false
  const names = ['updatedAt', ...keys.map((key) => customFieldName(unescapeKey(key)))]
  const segments = await Segment.find({ projectId, type: 'DYNAMIC' }, { condition: 1 }, { session }).lean()
  return segments.some(({ condition }) => condition && names.some((name) => mentionsField(condition, name)))
}

interface NextContacts {
  /** The filter of the contacts of the slice that have any of the fields. */
  contacts: OwnedQuery
  /** The last contact of the slice; null if no other follows. */
  until: string | null
  /** The contacts that lose a field, if they are followed. */
  ids: string[]
}

/** The next contacts with any of the fields. */
async function nextContacts(
  session: ClientSession,
  { projectId, input: { keys, before }, cursor }: FieldJob,
  isEachFollowed: boolean,
): Promise<NextContacts> {
  const size = Math.max(MIN_SEARCHED, Math.floor(MAX_SEARCHED / Math.ceil(keys.length / FIELDS_SEARCHED)))
  const batch = await nextContactBatch(projectId, cursor, { size, session })
  const condition = { $or: keys.map((key) => ({ [`data.${key}`]: { $exists: true } })) }
  if (!isEachFollowed) return { contacts: allOf([batch.filter, condition]), until: batch.until, ids: [] }
  const shown = ['updatedAt'] as const
  const { found, until } = await findInBatch(batch, { condition, shown, limit: FOLLOWED, session })
  return {
    contacts: { projectId, _id: { $in: found.map(({ _id }) => _id) } },
    until,
    ids: found.filter(({ updatedAt }) => updatedAt <= before).map(({ _id }) => _id),
  }
}

/** Removes the fields from contacts that have not changed since the deletion. Returns how many have lost one. */
async function removeIn(session: ClientSession, { input }: FieldJob, contacts: OwnedQuery): Promise<number> {
  const unset = Object.fromEntries(input.keys.map((key) => [`data.${key}`, '' as const]))
  const { modifiedCount } = await Contact.collection.updateMany(
    allOf([contacts, { updatedAt: { $lte: input.before } }]),
    { $unset: unset as never, $set: { updatedAt: databaseNow() } },
    { session, hint: BY_ID },
  )
  return modifiedCount
}

/** Keeps the words by which contacts are searched, after a part of their names was removed. */
async function renameIn(session: ClientSession, projectId: string, ids: readonly string[]): Promise<void> {
  const shown = ['email', ...STORED_NAME_FIELDS.map((key) => `data.${key}`)]
  const found = { projectId, _id: { $in: ids }, searchWords: { $exists: true } }
  // indexed: by the ids of a slice.
  // A contact without any of these fields is read without `data`.
  type Named = Pick<ContactRecord, '_id' | 'email'> & Partial<Pick<ContactRecord, 'data'>>
  const contacts = await Contact.find(found, shown, { session }).lean<Named[]>()
  if (contacts.length === 0) return
  const updates = contacts.map(({ _id, email, data = {} }) => {
    const { searchWords } = searchedBy({ email, data })
    return {
      filter: { _id, projectId, email },
      update: searchWords ? { $set: { searchWords } } : { $unset: { searchWords: 1 } },
    }
  })
  await updateEach(Contact, updates, session)
}

/** The fields that contacts of a slice keep, with their types, without the fields that an earlier slice found. */
async function findKept(
  session: ClientSession,
  { input, result }: FieldJob,
  contacts: OwnedQuery,
): Promise<TypedField[]> {
  const missing = new Set(input.keys)
  for (const { key } of result.kept) missing.delete(key)
  if (missing.size === 0) return []
  const kept: TypedField[] = []
  const keepers = Contact.find(
    allOf([contacts, { updatedAt: { $gt: input.before } }]),
    { data: 1 },
    { session, hint: BY_ID },
  )
  for await (const { data } of keepers.lean<Pick<ContactRecord, 'data'>>().cursor()) {
    for (const [key, value] of Object.entries(data)) {
      if (missing.delete(key)) kept.push({ key, type: inferType(value) })
    }
    if (missing.size === 0) break
  }
  return kept
}

/** Makes fields known again because contacts keep them, except fields that were deleted once more in the meantime. */
async function reviveIn(
  session: ClientSession,
  projectId: string,
  { before }: FieldDeletion,
  kept: readonly TypedField[],
): Promise<void> {
  if (kept.length === 0) return
  await Field.bulkWrite(
    kept.map(({ key, type }) => ({
      updateOne: {
        filter: { projectId, key, deletedAt: before },
        update: { $set: { type }, $unset: { deletedAt: 1 as const } },
      },
    })),
    { session },
  )
}
