import type { ClientSession } from 'mongoose'
import { newMark, type OutboxMark } from '../../models/outbox-entry.js'
import { Segment } from '../../models/segment.js'

/** The part of an update by which tracked segments learn of a change; see `ContactRecord`. */
export interface ChangeMark {
  $set: { dispatch: OutboxMark }
  $inc: { changes: number }
}

/**
 * The mark for contacts that a job changes and counts itself; null where no segment is tracked, so that marks
 * which set nothing off need not be cleared one after the other.
 */
export async function changeMark(projectId: string, session: ClientSession): Promise<ChangeMark | null> {
  const tracked = await Segment.findOne(
    { projectId, type: 'DYNAMIC', trackMembership: true },
    { _id: 1 },
    { session },
  ).lean()
  return tracked ? { $set: { dispatch: newMark() }, $inc: { changes: 1 } } : null
}
