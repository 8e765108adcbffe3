import { AppError, notFound } from '../../../models/domain/errors.js'
import { Member, type MemberRecord, type Role } from '../../../models/member.js'
import { View } from '../../../models/view.js'
import { User } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { removeTestAddressesBy } from '../test-addresses/test-addresses.js'
import { withdrawInvitationsBy } from './invitations.js'

// The list of members has no pages.
const MAX_MEMBERS = 1_000

/** A member with the address of the account. */
export interface ListedMember {
  userId: string
  email: string
  role: Role
  createdAt: Date
}

/** A user in a project. */
export interface MemberRef {
  projectId: string
  userId: string
}

/** The members of a project, the longest-standing first. */
export async function listMembers(projectId: string): Promise<ListedMember[]> {
  const members = await Member.find({ projectId }).sort({ _id: 1 }).limit(MAX_MEMBERS).lean()
  const users = await User.find({ _id: { $in: members.map(({ userId }) => userId) } }, { email: 1 }).lean()
  const emails = new Map(users.map(({ _id, email }) => [_id, email]))
  return members.flatMap(({ userId, role, createdAt }) => {
    const email = emails.get(userId)
    return email === undefined ? [] : [{ userId, email, role, createdAt }]
  })
}

/**
 * Changes the role of a member. The pending invitations of a member who is no longer an ADMIN are withdrawn. Throws
 * RESOURCE_NOT_FOUND, and FORBIDDEN for the owner and for the role OWNER.
 */
export async function changeRole({ projectId, userId }: MemberRef, role: Role): Promise<ListedMember> {
  if (role === 'OWNER') throw new AppError('FORBIDDEN', 'The OWNER role cannot be assigned')
  const filter = { projectId, userId, role: { $ne: 'OWNER' as const } }
  const changed = await inTransaction(async (session) => {
    const options = { returnDocument: 'after' as const, session }
    const member = await Member.findOneAndUpdate(filter, { $set: { role } }, options).lean()
    if (member?.role === 'MEMBER') await withdrawInvitationsBy({ projectId, userId }, session)
    return member
  })
  if (!changed) throw await whyNot({ projectId, userId })
  return listed(changed)
}

/**
 * Removes a member, the member's own views, the pending invitations by that member and the test addresses that the
 * member has added. Throws RESOURCE_NOT_FOUND, and FORBIDDEN for the owner.
 */
export async function removeMember({ projectId, userId }: MemberRef): Promise<void> {
  const isRemoved = await inTransaction(async (session) => {
    const { deletedCount } = await Member.deleteOne({ projectId, userId, role: { $ne: 'OWNER' } }, { session })
    if (deletedCount === 0) return false
    await withdrawInvitationsBy({ projectId, userId }, session)
    await removeTestAddressesBy({ projectIds: [projectId], userId }, session)
    await View.deleteMany({ projectId, owner: userId }, { session })
    return true
  })
  if (!isRemoved) throw await whyNot({ projectId, userId })
}

async function listed({ userId, role, createdAt }: MemberRecord): Promise<ListedMember> {
  const user = await User.findById(userId, { email: 1 }).lean()
  if (!user) throw notFound('member', userId)
  return { userId, email: user.email, role, createdAt }
}

async function whyNot({ projectId, userId }: MemberRef): Promise<AppError> {
  if (!(await Member.exists({ projectId, userId }))) return notFound('member', userId)
  return new AppError('FORBIDDEN', 'The owner cannot be removed and keeps the OWNER role')
}
