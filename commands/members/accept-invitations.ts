import type { ClientSession } from 'mongoose'
import { Invitation } from '../../models/invitation.js'
import { Member } from '../../models/member.js'
import { newId } from '../../runtime/ids.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { roomForProjects } from './join-project.js'

/** Whether an address is invited to a project. */
export async function isInvited(email: string): Promise<boolean> {
  return (await Invitation.exists({ email, expiresAt: { $gt: new Date() } })) !== null
}

/**
 * Makes a user whose address is proved a member of the projects that it is invited to without a mail, in the transaction
 * of `session`. An invitation that was mailed is accepted by its token alone. Beyond the number of projects that a user
 * can be a member of, invitations stay pending.
 */
export async function acceptInvitations(
  { userId, email }: { userId: string; email: string },
  session: ClientSession,
): Promise<void> {
  const pending = { email, tokenHash: null, expiresAt: { $gt: new Date() } }
  if (!(await Invitation.exists(pending).session(session))) return
  const room = await roomForProjects(userId, session)
  if (room < 1) return
  const invitations = await Invitation.find(pending, null, { session }).sort({ _id: 1 }).limit(room).lean()
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
