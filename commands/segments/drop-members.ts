import type { ClientSession } from 'mongoose'
import { Contact } from '../../models/contact.js'
import { Segment } from '../../models/segment.js'

/**
 * Takes the note of a segment off contacts, without events, because it was deleted or is tracked no more. One
 * that notes its members again is left alone: then the answer is false.
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
  if (segment?.type === 'STATIC' || segment?.trackMembership) return false
  await Contact.updateMany(
    { _id: { $in: contactIds }, projectId },
    { $pull: { segments: segmentId } },
    { session, timestamps: false },
  )
  return true
}
