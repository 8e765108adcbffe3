import { AppError } from '../../../models/domain/errors.js'
import { isReservedEvent } from '../../../models/domain/event-names.js'
import { Event } from '../../../models/event.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { createBegunJob, runForAWhile } from '../../base/jobs/advance-job.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { scan } from '../../base/listing/scan.js'
import { forgetEventName, removeEventName } from '../../base/events/event-names.js'
import { deleteEventsSlice, type EventDeletion } from './delete-events-slice.js'

const WITHIN_REQUEST_MS = 3_000

/**
 * Deletes the current events of a name, and every contact's summary of them: within the request as far as time allows,
 * the rest by a durable job. The project has room for another name at once. Throws BAD_REQUEST for a name of the
 * service's events, and QUOTA_EXCEEDED.
 */
export async function deleteEvents(projectId: string, name: string): Promise<{ deletedCount: number }> {
  if (isReservedEvent(name)) {
    throw new AppError('BAD_REQUEST', 'System events cannot be deleted')
  }
  // Events have the time of the database's clock, so that the newest event sets the limit.
  // indexed: the newest of the name.
  const newest = await Event.findOne({ projectId, name }, { createdAt: 1 }).sort({ createdAt: -1, _id: -1 }).lean()
  const upTo = newest?.createdAt ?? databaseNow()
  const present = { projectId, name, createdAt: { $lte: upTo } }
  const total = newest ? await scan(projectId, (limits) => Event.countDocuments(present, limits)) : 0
  const input: EventDeletion = { name, upTo, total }
  const job = await inQuotaTransaction(projectId, async (session) => {
    const wasKnown = await removeEventName(session, projectId, name)
    // Even without events, contacts may have a summary of events that the retention has deleted.
    if (!newest && !wasKnown) return null
    return createBegunJob({ projectId, kind: 'DELETE_EVENTS', input, result: { deleted: 0 } }, session)
  })
  forgetEventName(projectId, name)
  if (job) await runForAWhile(job, deleteEventsSlice, WITHIN_REQUEST_MS)
  return { deletedCount: total }
}
