import { EventBatch } from '../../models/event-batch.js'
import { Event } from '../../models/event.js'
import { Wait } from '../../models/wait.js'
import { timeOfId } from '../../runtime/ids.js'
import { cursorAfter, PURGE_BATCH, type PurgeBatch } from './retention.js'

// The clock of the process that stored a batch may differ from the database's, by which events are dated.
const CLOCKS_MS = 60 * 60_000

/**
 * Deletes events from before a date. Events that are not dispatched yet stay, and so do those whose wait is still to be
 * told. The summaries on contacts keep counting the deleted ones.
 */
export const purgeEvents: PurgeBatch = async (projectId, before, after) => {
  const events = await Event.find(
    {
      projectId,
      createdAt: { ...(after ? { $gte: new Date(after.at) } : {}), $lt: await beforeDispatch(before) },
      ...(after ? { $nor: [{ createdAt: new Date(after.at), _id: { $lte: after.id } }] } : {}),
    },
    { createdAt: 1, dispatch: 1 },
  )
    .sort({ createdAt: 1, _id: 1 })
    .limit(PURGE_BATCH)
    .hint({ projectId: 1, createdAt: -1, _id: -1, name: 1 })
    .lean()
  const dispatched = events.filter(({ dispatch }) => !dispatch).map(({ _id }) => _id)
  const awaited = await awaitedAmong(projectId, dispatched)
  const ids = dispatched.filter((id) => !awaited.has(id))
  const { deletedCount } = await Event.deleteMany({ _id: { $in: ids }, projectId })
  return { deleted: deletedCount, after: cursorAfter(events, ({ createdAt }) => createdAt) }
}

/** The date, or that of the oldest events that are not dispatched, of any project: after an outage of Temporal. */
async function beforeDispatch(before: Date): Promise<Date> {
  const oldest = await EventBatch.findOne({}, { _id: 1 }).sort({ _id: 1 }).lean()
  if (!oldest) return before
  return new Date(Math.min(before.getTime(), timeOfId(oldest._id) - CLOCKS_MS))
}

async function awaitedAmong(projectId: string, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set()
  const waits = await Wait.find({ 'dispatch.state': 'pending', projectId, eventId: { $in: eventIds } }, { eventId: 1 })
    .hint('dispatch_pending')
    .lean()
  return new Set(waits.flatMap(({ eventId }) => eventId ?? []))
}
