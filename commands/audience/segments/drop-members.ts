import type { ClientSession } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import { Segment } from '../../../models/segment.js'
import { storesMembers } from './stored-members.js'

/**
 * Removes a segment's id from contacts, without events, because the segment was deleted or no longer stores members.
 * Returns false if it stores members again; then these stay as they are.
 */
export async function dropMembersIn(
  session: ClientSession,
  { projectId, segmentId }: { projectId: string; segmentId: string },
  contactIds: string[],
): Promise<boolean> {
  const segment = await Segment.findOneAndUpdate(
    { _id: segmentId, projectId },
    { $inc: { guard: 1 } },
    { session, timestamps: false },
  ).lean()
  if (segment && storesMembers(segment)) return false
  await Contact.updateMany(
    { _id: { $in: contactIds }, projectId },
    { $pull: { segments: segmentId } },
    { session, timestamps: false },
  )
  return true
}
