import type { ClientSession } from 'mongoose'
import { Contact, type ActivitySummary } from '../../../models/contact.js'
import { escapeKey } from '../../../models/domain/fields.js'
import { Event } from '../../../models/event.js'
import type { JobRecord } from '../../../models/job.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { findInBatch, nextContactBatch } from '../../audience/contacts/contact-batches.js'
import { hasFollower } from '../../audience/segments/followers.js'
import { findEntries } from '../../base/outbox/find-waiting.js'
import { setOff } from '../../base/outbox/set-off.js'
import { dispatchEvents } from '../../automation/reactions/dispatch-events.js'
import { findDueEvents, addDueActivity } from '../../base/events/due-activity.js'

const BATCH = 200

/** The input of a job that deletes the events of a name up to a time. `total` is their number at the request. */
export interface EventDeletion {
  name: string
  upTo: Date
  total: number
}

/**
 * Deletes the next events of a name, and recomputes the activity summaries of their contacts. Once no event is left,
 * the job also recomputes the summaries of contacts whose events the retention had deleted. A name that is free again
 * must not stay on contacts, because only the number of names bounds the size of their documents.
 */
export async function deleteEventsSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<EventDeletion, string, { deleted: number }>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId } = ref
  const { name, upTo, total } = job.input
  const events = await Event.find({ projectId, name, createdAt: { $lte: upTo } }, { contactId: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .limit(BATCH)
    .lean()
  const ids = events.map(({ _id }) => _id)
  const contactIds = [...new Set(events.flatMap(({ contactId }) => contactId ?? []))]
  // The accepted event must still have its effects, so that a waiting event is dispatched before it is deleted.
  const entries = await findEntries('event', projectId, ids)
  await dispatchEvents(entries)
  await addDueActivity(entries)
  const deleted = job.result.deleted + events.length
  const progress = (deleted / Math.max(total, 1)) * 100
  const isDone = await inTransaction(async (session) => {
    await Event.deleteMany({ _id: { $in: ids }, projectId }, { session })
    const areAllDeleted = events.length < BATCH
    const summarised = areAllDeleted ? await findSummarised(session, job) : { contactIds: [], until: job.cursor }
    const allContactIds = [...new Set([...contactIds, ...summarised.contactIds])]
    await updateSummaries(session, projectId, job.input, allContactIds)
    const isDone = areAllDeleted && summarised.until === null
    await advanceJob(session, job, { cursor: summarised.until, progress, result: { deleted }, isDone })
    return isDone
  })
  return { isDone, progress }
}

/** The next contacts with a summary of deleted events, and the last id of the batch; null when no contact follows. */
async function findSummarised(
  session: ClientSession,
  { projectId, input: { name, upTo }, cursor }: JobRecord<EventDeletion, string>,
): Promise<{ contactIds: string[]; until: string | null }> {
  const batch = await nextContactBatch(projectId, cursor, { session })
  const condition = { [`activity.${escapeKey(name)}.first`]: { $lte: upTo } }
  const { found, until } = await findInBatch(batch, { condition, shown: [], limit: BATCH, session })
  return { contactIds: found.map(({ _id }) => _id), until }
}

/**
 * Sets the summaries of contacts to their events after the time of the deletion, because this slice or a later one
 * deletes all earlier events. Events whose activity is still due are left out: `addDueActivity` adds them.
 */
async function updateSummaries(
  session: ClientSession,
  projectId: string,
  { name, upTo }: EventDeletion,
  contactIds: string[],
): Promise<void> {
  if (contactIds.length === 0) return
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
  if (!(await hasFollower(projectId, session))) return
  await setOff(session, { kind: 'contact', projectId, ids: contactIds })
}
