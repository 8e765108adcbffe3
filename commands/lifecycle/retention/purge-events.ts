import { Event } from '../../../models/event.js'
import { Wait } from '../../../models/wait.js'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { cursorAfter, PURGE_BATCH, type PurgeBatch } from './retention.js'

/**
 * Deletes events from before a date. Events that are not dispatched yet stay, and so do events that have ended a wait
 * whose execution is not signalled yet. The summaries on contacts still count the deleted events.
 */
export const purgeEvents: PurgeBatch = async (projectId, before, after) => {
  const events = await Event.find(
    {
      projectId,
      createdAt: { ...(after ? { $gte: new Date(after.at) } : {}), $lt: before },
      ...(after ? { $nor: [{ createdAt: new Date(after.at), _id: { $lte: after.id } }] } : {}),
    },
    { createdAt: 1 },
  )
    .sort({ createdAt: 1, _id: 1 })
    .limit(PURGE_BATCH)
    .hint({ projectId: 1, createdAt: -1, _id: -1, name: 1 })
    .lean()
  const all = events.map(({ _id }) => _id)
  const waiting = await findWaiting('event', projectId, all)
  const dispatched = all.filter((id) => !waiting.has(id))
  const awaited = await awaitedAmong(projectId, dispatched)
  const ids = dispatched.filter((id) => !awaited.has(id))
  const { deletedCount } = await Event.deleteMany({ _id: { $in: ids }, projectId })
  return { deleted: deletedCount, after: cursorAfter(events, ({ createdAt }) => createdAt) }
}

/** The events that have ended a wait whose execution is not signalled yet. The execution then reads its event. */
async function awaitedAmong(projectId: string, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set()
  const entries = await Outbox.find(inQueue('wait', projectId), { ids: 1 }).lean()
  if (entries.length === 0) return new Set()
  const _id = { $in: entries.flatMap(({ ids }) => ids) }
  const waits = await Wait.find({ _id, projectId, eventId: { $in: eventIds } }, { eventId: 1 }).lean()
  return new Set(waits.flatMap(({ eventId }) => eventId ?? []))
}
