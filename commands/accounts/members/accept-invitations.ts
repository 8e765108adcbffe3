import type { ClientSession, QueryFilter } from 'mongoose'
import { Invitation, type InvitationRecord } from '../../../models/invitation.js'
import { Member } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { newId } from '../../../runtime/ids.js'
import { updateEach } from '../../../models/update-each.js'
import { roomForProjects } from '../../tenancy/projects/join-project.js'

// More than a user can accept.
const MAX_READ = 1_000

/** Whether an address is invited to a project by a member who may still invite. */
export async function isInvited(email: string): Promise<boolean> {
  return (await standing({ email, expiresAt: { $gt: new Date() } })).length > 0
}

/** The invitations whose inviter may still invite, the oldest first. */
async function standing(
  filter: QueryFilter<InvitationRecord>,
  session: ClientSession | null = null,
): Promise<InvitationRecord[]> {
  const ofAny = acrossProjects(filter, 'an address is invited to any project')
  const invitations = await Invitation.find(ofAny, null, { session }).sort({ _id: 1 }).limit(MAX_READ).lean()
  const inviters = invitations.map(({ projectId, invitedBy: userId }) => ({ projectId, userId }))
  if (inviters.length === 0) return []
  const members = await Member.find({ $or: inviters, role: { $ne: 'MEMBER' } }, null, { session }).lean()
  const mayInvite = new Set(members.map(({ projectId, userId }) => `${projectId} ${userId}`))
  return invitations.filter(({ projectId, invitedBy }) => mayInvite.has(`${projectId} ${invitedBy}`))
}

/**
 * Makes a user whose address is proved a member of the projects that the address was invited to without a mail, in the
 * transaction of `session`. A mailed invitation is accepted only by its token. An invitation whose inviter may no
 * longer invite is not accepted. When the user is a member of as many projects as allowed, further invitations stay
 * pending.
 */
export async function acceptInvitations(
  { userId, email }: { userId: string; email: string },
  session: ClientSession,
): Promise<void> {
  const pending = { email, tokenHash: null, expiresAt: { $gt: new Date() } }
  const offered = await standing(pending, session)
  if (offered.length === 0) return
  const room = await roomForProjects(userId, session)
  const invitations = offered.slice(0, Math.max(0, room))
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
  const projectId = { $in: invitations.map((invitation) => invitation.projectId) }
  await Invitation.deleteMany({ _id: { $in: invitations.map(({ _id }) => _id) }, projectId }, { session })
}
