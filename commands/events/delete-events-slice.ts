import type { ClientSession } from 'mongoose'
import { Contact, type ActivitySummary } from '../../models/contact.js'
import { escapeKey } from '../../models/domain/fields.js'
import { Event } from '../../models/event.js'
import type { JobRecord } from '../../models/job.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { hasTrackedSegment } from '../contacts/has-tracked-segment.js'
import { findEntries } from '../outbox/find-waiting.js'
import { setOff } from '../outbox/set-off.js'
import { dispatchEvents } from './dispatch-events.js'
import { findDueEvents, noteActivity } from './note-activity.js'

const BATCH = 200
/** How many contacts are searched for a summary, for which there is no index. */
const WINDOW = 5_000
// No id is empty.
const BEFORE_ALL = ''

/** The input of a job: it deletes the events of a name up to a time, `total` of them at the request. */
export interface EventDeletion {
  name: string
  upTo: Date
  total: number
}

/** `cursor` is null while there are events to delete, and then the last contact that was searched for a summary. */
type EventJob = JobRecord<EventDeletion, string, { deleted: number }>

/**
 * Deletes the next events of a name, and recomputes the activity summaries of their contacts; after the last event, those
 * of contacts whose events were deleted before, by the retention of events.
 */
export async function deleteEventsSlice(ref: JobRef): Promise<SliceDone> {
  const job: EventJob | null = await openJob(ref)
  if (!job) return NOTHING_LEFT
  return job.cursor === null ? deleteNext(job) : inTransaction((session) => clearNext(session, job))
}

async function deleteNext(job: EventJob): Promise<SliceDone> {
  const { projectId } = job
  const { name, upTo, total } = job.input
  const events = await Event.find({ projectId, name, createdAt: { $lte: upTo } }, { contactId: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .limit(BATCH)
    .lean()
  const ids = events.map(({ _id }) => _id)
  const contactIds = [...new Set(events.flatMap(({ contactId }) => contactId ?? []))]
  // The effects of an event were promised when the event was accepted.
  const waiting = await findEntries('event', projectId, ids)
  const promised = await dispatchEvents(waiting)
  await noteActivity(waiting)
  const cursor = events.length < BATCH ? BEFORE_ALL : null
  const deleted = job.result.deleted + events.length
  const progress = (deleted / Math.max(total, 1)) * 100
  const marked = await inTransaction(async (session) => {
    await Event.deleteMany({ _id: { $in: ids }, projectId }, { session })
    const marked = await updateSummaries(session, projectId, job.input, contactIds)
    await advanceJob(session, job, { cursor, progress, result: { deleted }, isDone: false })
    return marked
  })
  return { isDone: false, progress, entries: [...promised, ...marked] }
}

/** Recomputes the summaries that the next contacts still have of events from before the deletion. */
async function clearNext(session: ClientSession, job: EventJob): Promise<SliceDone> {
  const { projectId, input, result } = job
  const { contactIds, last } = await findSummaries(session, job)
  const entries = await updateSummaries(session, projectId, input, contactIds)
  const isDone = last === null
  await advanceJob(session, job, { cursor: last, progress: 100, result, isDone })
  return { isDone, progress: 100, entries }
}

/** The next contacts with such a summary, and the last id of the search; null when no contact follows. */
async function findSummaries(
  session: ClientSession,
  { projectId, input: { name, upTo }, cursor }: EventJob,
): Promise<{ contactIds: string[]; last: string | null }> {
  const after = { $gt: cursor ?? BEFORE_ALL }
  const edge = await Contact.findOne({ projectId, _id: after }, { _id: 1 }, { session })
    .sort({ _id: 1 })
    .skip(WINDOW)
    .lean()
  const contacts = await Contact.find(
    {
      projectId,
      _id: { ...after, ...(edge ? { $lte: edge._id } : {}) },
      [`activity.${escapeKey(name)}.first`]: { $lte: upTo },
    },
    { _id: 1 },
    { session },
  )
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean()
  const contactIds = contacts.map(({ _id }) => _id)
  return { contactIds, last: contactIds[BATCH - 1] ?? edge?._id ?? null }
}

/**
 * Summarises the events after the time of the deletion: all before are deleted, in this slice or a later one. Those whose
 * activity is still due are added when they are noted.
 */
async function updateSummaries(
  session: ClientSession,
  projectId: string,
  { name, upTo }: EventDeletion,
  contactIds: string[],
): Promise<OutboxEntry[]> {
  if (contactIds.length === 0) return []
  const due = await findDueEvents(projectId, session)
  const later = await Event.aggregate<ActivitySummary & { _id: string }>([
    { $match: { projectId, contactId: { $in: contactIds }, name, createdAt: { $gt: upTo }, _id: { $nin: due } } },
    {
      $group: {
        _id: '$contactId',
        first: { $min: '$createdAt' },
        last: { $max: '$createdAt' },
        count: { $sum: 1 },
      },
    },
  ]).session(session)
  const summaries = new Map(later.map(({ _id, first, last, count }) => [_id, { first, last, count }]))
  const path = `activity.${escapeKey(name)}`
  await Contact.bulkWrite(
    contactIds.map((_id) => {
      const summary = summaries.get(_id)
      const update = summary ? { $set: { [path]: summary } } : { $unset: { [path]: 1 as const } }
      return { updateOne: { filter: { _id, projectId }, update, timestamps: false } }
    }),
    { session, ordered: false },
  )
  const isHeard = await hasTrackedSegment(projectId, session)
  return setOff(session, { kind: 'contact', projectId, ids: isHeard ? contactIds : [] })
}
