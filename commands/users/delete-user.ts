import { AccountToken } from '../../models/account-token.js'
import { AppError } from '../../models/domain/errors.js'
import { Invitation } from '../../models/invitation.js'
import { Member } from '../../models/member.js'
import { Session } from '../../models/session.js'
import { User } from '../../models/user.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'

// As many as a message can name.
const MAX_NAMED = 20

/**
 * Deletes an account with everything that is the user's: sessions, tokens, identities, memberships, and the invitations
 * that the user has sent. Throws CONFLICT for the owner of a project, which would be left without one.
 */
export async function deleteUser(userId: string): Promise<void> {
  await inTransaction(async (session) => {
    // The write comes first, so that a project that the user makes at the same moment is seen, or refused.
    await User.deleteOne({ _id: userId }, { session })
    const owned = await Member.find({ userId, role: 'OWNER' }, { projectId: 1 }, { session })
      .sort({ _id: 1 })
      .limit(MAX_NAMED)
      .lean()
    if (owned.length > 0) {
      throw new AppError('CONFLICT', 'The account owns projects', {
        details: { projectIds: owned.map(({ projectId }) => projectId) },
        suggestion: 'Delete these projects first: DELETE /users/@me/projects/{id}',
      })
    }
    const memberships = await Member.find({ userId }, { projectId: 1 }, { session }).lean()
    const projectIds = memberships.map(({ projectId }) => projectId)
    await Invitation.deleteMany({ projectId: { $in: projectIds }, invitedBy: userId }, { session })
    await Member.deleteMany({ userId }, { session })
    await Session.deleteMany({ userId }, { session })
    await AccountToken.deleteMany({ userId }, { session })
  })
}
