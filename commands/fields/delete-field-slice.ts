import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { inferType, type FieldType } from '../../models/domain/fields.js'
import { Field } from '../../models/field.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { JobRecord } from '../../models/job.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { hasTrackedSegment } from '../contacts/has-tracked-segment.js'
import { setOff } from '../outbox/set-off.js'

const BATCH = 500
/** How many contacts are searched for the field, for which there is no index. */
const WINDOW = 5_000

/** The input of a job: the escaped key of the field, the time of its deletion, and how many contacts had it then. */
export interface FieldDeletion {
  key: string
  before: Date
  total: number
}

interface Progress {
  removed: number
  /** The type of the field on a contact that keeps it; null while there is none. */
  keptType: FieldType | null
}

type FieldJob = JobRecord<FieldDeletion, string, Progress>
type Candidate = Pick<ContactRecord, '_id' | 'updatedAt'>

/**
 * Removes a field from the next contacts that have it. A contact that changed after the deletion keeps it,
 * because the change may be what gave it the field again.
 */
export async function deleteFieldSlice(ref: JobRef): Promise<SliceDone> {
  const job: FieldJob | null = await openJob(ref)
  return job ? inTransaction((session) => runSlice(session, job)) : NOTHING_LEFT
}

async function runSlice(session: ClientSession, job: FieldJob): Promise<SliceDone> {
  const { projectId, input } = job
  const { found, last } = await findNext(session, job)
  const old = found.filter(({ updatedAt }) => updatedAt <= input.before).map(({ _id }) => _id)
  const kept = found.find(({ updatedAt }) => updatedAt > input.before)
  const entries = await removeIn(session, projectId, input.key, old)
  const removed = job.result.removed + old.length
  const keptType = job.result.keptType ?? (kept ? await typeOn(session, projectId, kept._id, input.key) : null)
  const isDone = last === null
  if (isDone && keptType) await reviveIn(session, projectId, input, keptType)
  const progress = (removed / Math.max(input.total, 1)) * 100
  await advanceJob(session, job, { cursor: last, progress, result: { removed, keptType }, isDone })
  return { isDone, progress, entries }
}

/** The next contacts with the field, and the last id of the search; null when no contact follows. */
async function findNext(
  session: ClientSession,
  { projectId, input, cursor }: FieldJob,
): Promise<{ found: Candidate[]; last: string | null }> {
  const after = { $gt: cursor ?? '' }
  const edge = await Contact.findOne({ projectId, _id: after }, { _id: 1 }, { session })
    .sort({ _id: 1 })
    .skip(WINDOW)
    .lean()
  const found = await Contact.find(
    { projectId, _id: { ...after, ...(edge ? { $lte: edge._id } : {}) }, [`data.${input.key}`]: { $exists: true } },
    { updatedAt: 1 },
    { session },
  )
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean<Candidate[]>()
  const lastFound = found.length === BATCH ? found.at(-1)?._id : undefined
  return { found, last: lastFound ?? edge?._id ?? null }
}

async function removeIn(session: ClientSession, projectId: string, key: string, ids: string[]): Promise<OutboxEntry[]> {
  if (ids.length === 0) return []
  const these = { _id: { $in: ids }, projectId }
  const counted = await Contact.updateMany(
    { ...these, 'counted.keys': key },
    { $pull: { 'counted.keys': key } },
    { session, timestamps: false },
  )
  await Field.updateOne({ projectId, key }, { $inc: { count: -counted.modifiedCount } }, { session })
  await Contact.updateMany(these, { $unset: { [`data.${key}`]: 1 } }, { session })
  const isHeard = await hasTrackedSegment(projectId, session)
  return setOff(session, { kind: 'contact', projectId, ids: isHeard ? ids : [] })
}

async function typeOn(
  session: ClientSession,
  projectId: string,
  contactId: string,
  key: string,
): Promise<FieldType | null> {
  const contact = await Contact.findOne({ _id: contactId, projectId }, { [`data.${key}`]: 1 }, { session }).lean<
    Pick<ContactRecord, 'data'>
  >()
  return contact ? inferType(contact.data[key]) : null
}

/** Makes the field known again, because contacts keep it, unless it was deleted once more meanwhile. */
async function reviveIn(
  session: ClientSession,
  projectId: string,
  { key, before }: FieldDeletion,
  type: FieldType,
): Promise<void> {
  await Field.updateOne(
    { projectId, key, deletedAt: before },
    { $set: { type }, $unset: { deletedAt: 1 } },
    { session },
  )
}
