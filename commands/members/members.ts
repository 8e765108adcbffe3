import { normaliseAddress } from '../../models/domain/addresses.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import { Invitation } from '../../models/invitation.js'
import { Member, type MemberRecord, type Role } from '../../models/member.js'
import { User } from '../../models/user.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'

// A list without pages.
const MAX_MEMBERS = 1_000

/** A member with the address of the account; one that has yet to prove its address has no account id. */
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

/** What an invitation came to: `pending` until the address is proved. */
export interface AddedMember {
  email: string
  role: Role
  /** Null while it is pending. */
  userId: string | null
  pending: boolean
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
 * Lets an address join a project: the account of a proved address is a member at once, any other address is invited. Throws
 * FORBIDDEN for the role OWNER, and CONFLICT for a member.
 */
export async function addMember(projectId: string, address: string, role: Role): Promise<AddedMember> {
  if (role === 'OWNER') throw new AppError('FORBIDDEN', 'A project has one owner, which cannot be granted')
  const email = normaliseAddress(address)
  const user = await User.findOne({ email }, { emailVerified: 1 }).lean()
  if (user && (await Member.exists({ projectId, userId: user._id }))) throw isMember(email)
  if (!user?.emailVerified) {
    await Invitation.updateOne({ projectId, email }, { $set: { role } }, { upsert: true })
    return { email, role, userId: null, pending: true }
  }
  try {
    await Member.create({ projectId, userId: user._id, role })
  } catch (error) {
    throw isDuplicateKey(error) ? isMember(email) : error
  }
  return { email, role, userId: user._id, pending: false }
}

/** Changes the role of a member. Throws RESOURCE_NOT_FOUND, and FORBIDDEN where the owner would change. */
export async function changeRole({ projectId, userId }: MemberRef, role: Role): Promise<ListedMember> {
  if (role === 'OWNER') throw new AppError('FORBIDDEN', 'A project has one owner, which cannot be granted')
  const filter = { projectId, userId, role: { $ne: 'OWNER' as const } }
  const changed = await Member.findOneAndUpdate(filter, { $set: { role } }, { returnDocument: 'after' }).lean()
  if (!changed) throw await whyNot({ projectId, userId })
  return listed(changed)
}

/** Removes a member. Throws RESOURCE_NOT_FOUND, and FORBIDDEN for the owner. */
export async function removeMember({ projectId, userId }: MemberRef): Promise<void> {
  const { deletedCount } = await Member.deleteOne({ projectId, userId, role: { $ne: 'OWNER' } })
  if (deletedCount === 0) throw await whyNot({ projectId, userId })
}

async function listed({ userId, role, createdAt }: MemberRecord): Promise<ListedMember> {
  const user = await User.findById(userId, { email: 1 }).lean()
  if (!user) throw notFound('member', userId)
  return { userId, email: user.email, role, createdAt }
}

async function whyNot({ projectId, userId }: MemberRef): Promise<AppError> {
  if (!(await Member.exists({ projectId, userId }))) return notFound('member', userId)
  return new AppError('FORBIDDEN', 'The owner of a project stays its owner')
}

function isMember(email: string): AppError {
  return new AppError('CONFLICT', `${email} is a member already`)
}
