import type { ClientSession } from 'mongoose'
import { AppError } from '../../../models/domain/errors.js'
import { Invitation, type InvitationRecord } from '../../../models/invitation.js'
import { Member } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { User, type UserRecord } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { hashKey } from '../../../runtime/sealed.js'
import { confirmAddress } from '../users/claim-account.js'
import { acceptInvitations } from './accept-invitations.js'
import { joinProject } from '../../tenancy/projects/join-project.js'

/** A membership that was offered and accepted. */
export type AcceptedInvitation = Pick<InvitationRecord, 'projectId' | 'role'>

/**
 * Makes a user a member of the project that a mailed token invites to. The account may have any address, because the
 * invitation belongs to the bearer of the token. A token makes one membership, even if two users accept it at the same
 * moment. The token was mailed to the invited address, so it also proves the address of an account with that address.
 * Throws EMAIL_VERIFICATION_REQUIRED if the account has another address that is not proved, UNAUTHORIZED if the session
 * has ended, BAD_REQUEST if the token is unknown, used, withdrawn or expired, CONFLICT for a member, and FORBIDDEN for
 * a member of too many projects.
 */
export async function acceptInvitation(
  token: string,
  { _id: userId, sessionVersion }: Pick<UserRecord, '_id' | 'sessionVersion'>,
): Promise<AcceptedInvitation> {
  return inTransaction(async (session) => {
    const user = await User.findOne({ _id: userId, sessionVersion }, null, { session }).lean()
    if (!user) throw new AppError('UNAUTHORIZED', 'The session has ended')
    const { projectId, role, email } = await takeInvitation(token, session)
    if (!user.emailVerified) await proveBy(email, user, session)
    await joinProject({ projectId, userId, role }, session)
    return { projectId, role }
  })
}

async function proveBy(invited: string, user: UserRecord, session: ClientSession): Promise<void> {
  const { _id: userId, email } = user
  if (invited !== email) {
    throw new AppError('EMAIL_VERIFICATION_REQUIRED', 'Confirm your email address before you join a project', {
      suggestion: 'Request a confirmation link: POST /auth/request-verification',
    })
  }
  await confirmAddress(user, session)
  await acceptInvitations({ userId, email }, session)
}

/**
 * The invitation of a mailed token. Throws BAD_REQUEST if the token is unknown, used, withdrawn or expired, or if the
 * inviter may no longer invite.
 */
export async function findInvitation(token: string): Promise<InvitationRecord> {
  return stillOffered(await Invitation.findOne(byToken(token)).lean())
}

/** Uses up the invitation of a mailed token, in the transaction that uses it. Throws as `findInvitation` does. */
export async function takeInvitation(token: string, session: ClientSession): Promise<InvitationRecord> {
  return stillOffered(await Invitation.findOneAndDelete(byToken(token), { session }).lean(), session)
}

// The removal of a member and the deletion of an account withdraw the user's invitations, but may miss one that is
// stored at the same moment. So the membership of the inviter is checked again.
async function stillOffered(
  invitation: InvitationRecord | null,
  session: ClientSession | null = null,
): Promise<InvitationRecord> {
  const { projectId = '', invitedBy: userId = '' } = invitation ?? {}
  const mayInvite = await Member.exists({ projectId, userId, role: { $ne: 'MEMBER' } }).session(session)
  return invitation && mayInvite ? invitation : refuse()
}

// The filter checks the expiry, because MongoDB deletes expired documents only once a minute, or later under load
// (MongoDB documentation, TTL indexes).
function byToken(token: string) {
  const isValid = { tokenHash: hashKey(token), expiresAt: { $gt: new Date() } }
  return acrossProjects(isValid, 'only the token identifies the project')
}

function refuse(): never {
  throw new AppError('BAD_REQUEST', 'This invitation is invalid or has expired', {
    details: { field: 'token' },
    suggestion: 'Ask the person who invited you for a new invitation',
  })
}
