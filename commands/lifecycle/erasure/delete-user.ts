import type { ClientSession } from 'mongoose'
import { AccountToken } from '../../../models/account-token.js'
import { Contact } from '../../../models/contact.js'
import { DeletedProject } from '../../../models/deleted-project.js'
import { AppError } from '../../../models/domain/errors.js'
import { Invitation } from '../../../models/invitation.js'
import { Member } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Session } from '../../../models/session.js'
import { View } from '../../../models/view.js'
import { User } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { removeTestAddressesBy } from '../../accounts/test-addresses/test-addresses.js'
import { deleteContactsIn } from './delete-contacts.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'

// The error names at most as many projects.
const MAX_NAMED = 20

/**
 * Deletes an account with the user's sessions, tokens, identities, memberships and invitations, and with the personal
 * data that mail to a proved address has left. Throws CONFLICT if the user owns a project, which would lose its owner.
 */
export async function deleteUser(userId: string): Promise<void> {
  await inTransaction(async (session) => {
    // This write comes first. It conflicts with the creation of a project by the user, so that either this transaction
    // sees the project or the project is refused.
    const user = await User.findOneAndDelete({ _id: userId }, { session }).lean()
    const ofUser = acrossProjects({ userId }, 'the memberships of a user')
    const owned = await Member.find({ ...ofUser, role: 'OWNER' }, { projectId: 1 }, { session })
      .sort({ _id: 1 })
      .limit(MAX_NAMED)
      .lean()
    if (owned.length > 0) {
      throw new AppError('CONFLICT', 'You still own projects', {
        details: { projectIds: owned.map(({ projectId }) => projectId) },
        suggestion:
          'Delete these projects first: DELETE /users/@me/projects/{id}. Only the operator of this installation can ' +
          'delete a project that was disabled for abuse',
      })
    }
    const memberships = await Member.find(ofUser, { projectId: 1 }, { session }).lean()
    const projectIds = memberships.map(({ projectId }) => projectId)
    await Invitation.deleteMany({ projectId: { $in: projectIds }, invitedBy: userId }, { session })
    await removeTestAddressesBy({ projectIds, userId }, session)
    await View.deleteMany({ projectId: { $in: projectIds }, owner: userId }, { session })
    const shared = { projectId: { $in: projectIds }, owner: '', userId }
    await View.updateMany(shared, { $set: { userId: null } }, { session, timestamps: false })
    await Member.deleteMany(ofUser, { session })
    await Session.deleteMany({ userId }, { session })
    await AccountToken.deleteMany({ userId }, { session })
    await DeletedProject.updateMany({ ownerIds: userId }, { $pull: { ownerIds: userId } }, { session })
    // An account whose address is not proved may belong to a stranger. Its deletion must not make the installation
    // forget that the owner of the address has turned mail away.
    if (user?.emailVerified) await eraseMailsTo(user.email, session)
  })
}

async function eraseMailsTo(email: string, session: ClientSession): Promise<void> {
  const filter = { projectId: PLATFORM_PROJECT_ID, email }
  const contact = await Contact.findOne(filter, { _id: 1 }, { session }).lean()
  if (contact) await deleteContactsIn(session, PLATFORM_PROJECT_ID, [contact._id])
}
