import type { ClientSession } from 'mongoose'
import { AppError } from '../../../models/domain/errors.js'
import { Member, type Role } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { User } from '../../../models/user.js'
import { MAX_PROJECTS } from './memberships.js'

/** A membership to create. */
export interface NewMembership {
  projectId: string
  userId: string
  role: Role
}

/**
 * Makes a user a member of a project, in the transaction of `session`. Throws CONFLICT for a member, and FORBIDDEN for
 * a user who is a member of `MAX_PROJECTS` projects.
 */
export async function joinProject({ projectId, userId, role }: NewMembership, session: ClientSession): Promise<void> {
  if ((await roomForProjects(userId, session)) < 1) {
    const details = { limit: MAX_PROJECTS }
    throw new AppError('FORBIDDEN', `You can be a member of at most ${MAX_PROJECTS} projects`, { details })
  }
  const member = await Member.exists({ projectId, userId }).session(session)
  if (member) throw new AppError('CONFLICT', 'You are already a member of this project')
  await Member.create([{ projectId, userId, role }], { session })
}

/** How many more projects a user can become a member of. Throws UNAUTHORIZED for an account that is deleted. */
export async function roomForProjects(userId: string, session: ClientSession): Promise<number> {
  // This write makes two transactions for one user conflict, so that both count the memberships one after the other.
  const step = { $inc: { projectsMade: 1 } }
  const { matchedCount } = await User.updateOne({ _id: userId }, step, { session, timestamps: false })
  if (matchedCount === 0) throw new AppError('UNAUTHORIZED', 'The account has been deleted')
  const ofUser = acrossProjects({ userId }, 'the memberships of a user')
  return MAX_PROJECTS - (await Member.countDocuments(ofUser, { session }))
}
