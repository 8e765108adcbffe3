import type { ClientSession } from 'mongoose'
import { AppError } from '../../models/domain/errors.js'
import { Invitation, type InvitationRecord } from '../../models/invitation.js'
import { Member } from '../../models/member.js'
import { User, type UserRecord } from '../../models/user.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { hashKey } from '../../runtime/sealed.js'
import { confirmAddress } from '../users/claim-account.js'
import { acceptInvitations } from './accept-invitations.js'
import { joinProject } from './join-project.js'

/** A membership that was offered and accepted. */
export type AcceptedInvitation = Pick<InvitationRecord, 'projectId' | 'role'>

/**
 * Makes a user a member of the project that a mailed token invites to, whatever the address of the account: the
 * invitation belongs to its bearer. It is used up by that; two who accept at the same moment make one membership. The
 * token was mailed to the invited address and proves it for the person who holds the account of that address. Throws
 * EMAIL_VERIFICATION_REQUIRED for an account of another address that is not proved, UNAUTHORIZED for a session that has
 * ended, BAD_REQUEST for a token that is unknown, used, withdrawn or over, CONFLICT for a member, and FORBIDDEN for a
 * member of too many projects.
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
    throw new AppError('EMAIL_VERIFICATION_REQUIRED', 'Confirm your address before you join a project', {
      suggestion: 'POST /auth/request-verification mails the link',
    })
  }
  await confirmAddress(user, session)
  await acceptInvitations({ userId, email }, session)
}

/**
 * The invitation of a mailed token. Throws BAD_REQUEST for a token that is unknown, used, withdrawn or over, or whose
 * inviter may not invite any more.
 */
export async function findInvitation(token: string): Promise<InvitationRecord> {
  return stillOffered(await Invitation.findOne(byToken(token)).lean())
}

/** Uses up the invitation of a mailed token, in the transaction of what it allows. Throws as `findInvitation`. */
export async function takeInvitation(token: string, session: ClientSession): Promise<InvitationRecord> {
  return stillOffered(await Invitation.findOneAndDelete(byToken(token), { session }).lean(), session)
}

// The invitations of a removed member are withdrawn, but for one of the same moment, or of a deleted account.
async function stillOffered(
  invitation: InvitationRecord | null,
  session: ClientSession | null = null,
): Promise<InvitationRecord> {
  const { projectId = '', invitedBy: userId = '' } = invitation ?? {}
  const mayInvite = await Member.exists({ projectId, userId, role: { $ne: 'MEMBER' } }).session(session)
  return invitation && mayInvite ? invitation : refuse()
}

// MongoDB deletes an invitation up to a minute after its end, or more under load.
function byToken(token: string) {
  return { tokenHash: hashKey(token), expiresAt: { $gt: new Date() } }
}

function refuse(): never {
  throw new AppError('BAD_REQUEST', 'This invitation is not valid, or not any more', {
    details: { field: 'token' },
    suggestion: 'Ask for another invitation',
  })
}
