import type { ClientSession } from 'mongoose'
import { Contact, type ActivitySummary } from '../../models/contact.js'
import { escapeKey } from '../../models/domain/fields.js'
import { Event } from '../../models/event.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { changeMark } from '../contacts/change-mark.js'
import { dispatchEvents } from './dispatch-events.js'

const BATCH = 200

/** Which events a job deletes: those of a name up to a moment, `total` of them when it was asked to. */
export interface EventDeletion {
  name: string
  upTo: Date
  total: number
}

/** Deletes the next events of a name, and brings the summaries of their contacts to what will be left. */
export async function deleteEventsSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<EventDeletion, null, { deleted: number }>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId } = ref
  const { name, upTo, total } = job.input
  const events = await Event.find({ projectId, name, createdAt: { $lte: upTo } }, { contactId: 1, dispatch: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .limit(BATCH)
    .lean()
  const ids = events.map(({ _id }) => _id)
  const contactIds = [...new Set(events.flatMap(({ contactId }) => contactId ?? []))]
  // What an event sets off was promised when it was taken in.
  const promised = await dispatchEvents(events.filter(({ dispatch }) => dispatch).map(({ _id }) => _id))
  const isDone = events.length < BATCH
  const deleted = job.result.deleted + events.length
  const progress = (deleted / total) * 100
  const marked = await inTransaction(async (session) => {
    await Event.deleteMany({ _id: { $in: ids }, projectId }, { session })
    const marked = await settleSummaries(session, projectId, job.input, contactIds)
    await advanceJob(session, job, { cursor: null, progress, result: { deleted }, isDone })
    return marked
  })
  return { isDone, progress, entries: [...promised, ...marked] }
}

/** Summarises what happened after the moment of the deletion: all before it goes, in this slice or a later one. */
async function settleSummaries(
  session: ClientSession,
  projectId: string,
  { name, upTo }: EventDeletion,
  contactIds: string[],
): Promise<OutboxEntry[]> {
  if (contactIds.length === 0) return []
  const later = await Event.aggregate<ActivitySummary & { _id: string }>([
    { $match: { projectId, contactId: { $in: contactIds }, name, createdAt: { $gt: upTo } } },
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
  const mark = await changeMark(projectId, session)
  const path = `activity.${escapeKey(name)}`
  await Contact.bulkWrite(
    contactIds.map((_id) => {
      const summary = summaries.get(_id)
      const update = summary
        ? { ...mark, $set: { ...mark?.$set, [path]: summary } }
        : { ...mark, $unset: { [path]: 1 as const } }
      return { updateOne: { filter: { _id, projectId }, update, timestamps: false } }
    }),
    { session, ordered: false },
  )
  return mark ? contactIds.map((id) => ({ kind: 'contact', projectId, id })) : []
}
