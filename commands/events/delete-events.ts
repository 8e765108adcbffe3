import { AppError } from '../../models/domain/errors.js'
import { isReservedEvent } from '../../models/domain/event-names.js'
import { Event } from '../../models/event.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createJob, runForAWhile } from '../jobs/advance-job.js'
import { forgetEventName, removeEventName } from './event-names.js'
import { deleteEventsSlice, type EventDeletion } from './delete-events-slice.js'

const WITHIN_REQUEST_MS = 3_000

/**
 * Deletes the present events of a name, and every contact's summary of them: within the request as far as time allows,
 * the rest by a durable job. The project has room for another name at once. Throws BAD_REQUEST for a name of the
 * service's own events, and QUOTA_EXCEEDED for another pending job.
 */
export async function deleteEvents(
  projectId: string,
  name: string,
): Promise<{ deletedCount: number; entries: OutboxEntry[] }> {
  if (isReservedEvent(name)) {
    throw new AppError('BAD_REQUEST', 'Events of the service itself cannot be deleted')
  }
  // Events have the time of the database's clock: the newest of them sets the limit.
  const newest = await Event.findOne({ projectId, name }, { createdAt: 1 }).sort({ createdAt: -1, _id: -1 }).lean()
  const upTo = newest?.createdAt ?? databaseNow()
  const total = newest ? await Event.countDocuments({ projectId, name, createdAt: { $lte: upTo } }) : 0
  const input: EventDeletion = { name, upTo, total }
  const begun = await inTransaction(async (session) => {
    const wasKnown = await removeEventName(session, projectId, name)
    // Contacts keep the summary of a known name when the retention of events has deleted all of its events.
    if (!newest && !wasKnown) return null
    return createJob({ projectId, kind: 'DELETE_EVENTS', input, result: { deleted: 0 } }, session)
  })
  forgetEventName(projectId, name)
  if (!begun) return { deletedCount: 0, entries: [] }
  const done = await runForAWhile({ projectId, jobId: begun.jobId }, deleteEventsSlice, WITHIN_REQUEST_MS)
  return { deletedCount: total, entries: [...done.entries, ...(done.isDone ? [] : begun.entries)] }
}
