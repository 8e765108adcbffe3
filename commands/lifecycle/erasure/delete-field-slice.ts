import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { inferType } from '../../../models/domain/fields.js'
import { namedBy, STORED_NAME_FIELDS } from '../../../models/domain/name-words.js'
import { Field } from '../../../models/field.js'
import type { JobRecord } from '../../../models/job.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { updateEach } from '../../../models/update-each.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { findInBatch, nextContactBatch } from '../../audience/contacts/contact-batches.js'
import { hasTrackedSegment } from '../../audience/segments/tracked-segments.js'
import { setOff } from '../../base/outbox/set-off.js'
import type { TypedField } from '../../base/records/known-fields.js'

const BATCH = 500
// No index says which contacts have a field, so a slice reads contacts. The more fields it looks for, the fewer it
// reads.
const MAX_SEARCHED = 5_000
const MIN_SEARCHED = 100
const FIELDS_SEARCHED = 10

/**
 * The input of the job: the escaped keys of the fields, the time of their deletion, and how many contacts had them
 * then.
 */
export interface FieldDeletion {
  keys: string[]
  before: Date
  total: number
}

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
  const { found, until } = await findNext(session, job)
  const old = found.filter(({ updatedAt }) => updatedAt <= input.before)
  const keepers = found.filter(({ updatedAt }) => updatedAt > input.before).map(({ _id }) => _id)
  await removeIn(
    session,
    projectId,
    input.keys,
    old.map(({ _id }) => _id),
  )
  const removed = job.result.removed + old.length
  const kept = [...job.result.kept, ...(await findKept(session, job, keepers))]
  const isDone = until === null
  if (isDone) await reviveIn(session, projectId, input, kept)
  const progress = (removed / Math.max(input.total, 1)) * 100
  await advanceJob(session, job, { cursor: until, progress, result: { removed, kept }, isDone })
  return { isDone, progress }
}

/** The next contacts with any of the fields, and the last id that was searched; null when no contact follows. */
async function findNext(session: ClientSession, { projectId, input: { keys }, cursor }: FieldJob) {
  const size = Math.max(MIN_SEARCHED, Math.floor(MAX_SEARCHED / Math.ceil(keys.length / FIELDS_SEARCHED)))
  const batch = await nextContactBatch(projectId, cursor, { size, session })
  return findInBatch(batch, {
    condition: { $or: keys.map((key) => ({ [`data.${key}`]: { $exists: true } })) },
    shown: ['updatedAt'],
    limit: BATCH,
    session,
  })
}

async function removeIn(
  session: ClientSession,
  projectId: string,
  keys: string[],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const unset = Object.fromEntries(keys.map((key) => [`data.${key}`, 1 as const]))
  await Contact.updateMany({ _id: { $in: ids }, projectId }, { $unset: unset }, { session })
  if (keys.some((key) => STORED_NAME_FIELDS.includes(key))) await renameIn(session, projectId, ids)
  if (await hasTrackedSegment(projectId, session)) await setOff(session, { kind: 'contact', projectId, ids })
}

/** Keeps the words by which contacts are searched, after a part of their names was removed. */
async function renameIn(session: ClientSession, projectId: string, ids: readonly string[]): Promise<void> {
  const shown = STORED_NAME_FIELDS.map((key) => `data.${key}`)
  const found = { projectId, _id: { $in: ids }, nameWords: { $exists: true } }
  // indexed: by the ids of a slice.
  const contacts = await Contact.find(found, shown, { session }).lean<Pick<ContactRecord, '_id' | 'data'>[]>()
  if (contacts.length === 0) return
  const updates = contacts.map(({ _id, data }) => {
    const { nameWords } = namedBy(data)
    return { filter: { _id, projectId }, update: nameWords ? { $set: { nameWords } } : { $unset: { nameWords: 1 } } }
  })
  await updateEach(Contact, updates, session)
}

/** The fields that these contacts keep, with their types, without the fields that an earlier slice found. */
async function findKept(
  session: ClientSession,
  { projectId, input, result }: FieldJob,
  contactIds: readonly string[],
): Promise<TypedField[]> {
  const missing = new Set(input.keys)
  for (const { key } of result.kept) missing.delete(key)
  if (contactIds.length === 0 || missing.size === 0) return []
  const kept: TypedField[] = []
  const contacts = Contact.find({ _id: { $in: contactIds }, projectId }, { data: 1 }, { session })
  for await (const { data } of contacts.lean<Pick<ContactRecord, 'data'>>().cursor()) {
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
