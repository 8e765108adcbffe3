import type { ClientSession } from 'mongoose'
import { newMark, type OutboxMark } from '../../models/outbox-entry.js'
import { Segment } from '../../models/segment.js'

/** The part of an update that sets off the evaluation of tracked segments; see `ContactRecord`. */
export interface ChangeMark {
  $set: { dispatch: OutboxMark }
  $inc: { changes: number }
}

/**
 * The outbox entry for contacts that a job changes and counts itself; null where no segment is tracked, because each
 * entry that sets nothing off would have to be cleared one by one.
 */
export async function changeMark(projectId: string, session: ClientSession): Promise<ChangeMark | null> {
  const tracked = await Segment.findOne(
    { projectId, type: 'DYNAMIC', trackMembership: true },
    { _id: 1 },
    { session },
  ).lean()
  return tracked ? { $set: { dispatch: newMark() }, $inc: { changes: 1 } } : null
}
