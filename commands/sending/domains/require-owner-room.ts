import type { ClientSession } from 'mongoose'
import { AppError } from '../../../models/domain/errors.js'
import { Member } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { User } from '../../../models/user.js'
import { quotaLimits } from '../../base/quotas/limits.js'

/**
 * Requires room for one more domain that was never verified, inside the transaction that adds the domain. All projects
 * of an owner together may have as many such domains as the quota of one project, because each takes a place at the
 * provider before its ownership is proved. The limit is exact over all processes, because each addition writes the
 * owner's document. Throws QUOTA_EXCEEDED.
 */
export async function requireOwnerRoom(session: ClientSession, ownerId: string): Promise<void> {
  const limit = quotaLimits().domains
  if (limit === null) return
  await User.updateOne({ _id: ownerId }, { $inc: { admissions: 1 } }, { session, timestamps: false })
  const used = await countUnproved(ownerId, session)
  if (used < limit) return
  throw new AppError('QUOTA_EXCEEDED', `Your projects can have at most ${limit} unverified domains in total`, {
    details: { quota: 'domains', limit, used },
    suggestion: 'Verify or remove one of the domains',
  })
}

async function countUnproved(ownerId: string, session: ClientSession): Promise<number> {
  const isOwner = acrossProjects({ userId: ownerId, role: 'OWNER' }, 'the projects that a user owns')
  const owned = await Member.find(isOwner, { projectId: 1 }, { session }).lean()
  const projectIds = owned.map(({ projectId }) => projectId)
  const unproved = { status: { $exists: true }, firstVerifiedAt: null }
  return SenderDomain.countDocuments({ projectId: { $in: projectIds }, ...unproved }, { session })
}
