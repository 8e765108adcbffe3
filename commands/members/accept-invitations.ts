import type { ClientSession } from 'mongoose'
import { Invitation } from '../../models/invitation.js'
import { Member } from '../../models/member.js'
import { newId } from '../../runtime/ids.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'

/** Whether an address is invited to a project. */
export async function isInvited(email: string): Promise<boolean> {
  return (await Invitation.exists({ email })) !== null
}

/** Makes a user whose address is proved a member of the projects that it is invited to, in the transaction of `session`. */
export async function acceptInvitations(
  { userId, email }: { userId: string; email: string },
  session: ClientSession,
): Promise<void> {
  const invitations = await Invitation.find({ email }, null, { session }).lean()
  if (invitations.length === 0) return
  const now = new Date()
  await updateEach(
    Member,
    invitations.map(({ projectId, role }) => ({
      filter: { projectId, userId },
      update: { $setOnInsert: { _id: newId(), role, createdAt: now, updatedAt: now } },
      upsert: true as const,
    })),
    session,
  )
  await Invitation.deleteMany({ _id: { $in: invitations.map(({ _id }) => _id) } }, { session })
}
