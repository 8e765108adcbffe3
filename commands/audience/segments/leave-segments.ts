import type { ClientSession } from 'mongoose'
import type { ContactRecord } from '../../../models/contact.js'
import { Segment } from '../../../models/segment.js'
import { updateEach } from '../../../models/update-each.js'

/**
 * Takes contacts that are deleted in the transaction of `session` out of the numbers of members of their segments. They
 * get no exit events.
 */
export async function leaveSegmentsIn(
  session: ClientSession,
  projectId: string,
  deleted: readonly Partial<Pick<ContactRecord, 'segments'>>[],
): Promise<void> {
  const left = new Map<string, number>()
  for (const segmentId of deleted.flatMap(({ segments = [] }) => segments)) {
    left.set(segmentId, (left.get(segmentId) ?? 0) + 1)
  }
  if (left.size === 0) return
  const isStored = { $or: [{ type: 'STATIC' }, { trackMembership: true }, { storesMembers: true }] }
  const updates = [...left].map(([_id, members]) => ({
    // A segment that no longer stores members has a counted number, although contacts may still hold its id.
    filter: { _id, projectId, ...isStored },
    update: { $inc: { memberCount: -members, guard: 1 } },
  }))
  await updateEach(Segment, updates, session)
}
