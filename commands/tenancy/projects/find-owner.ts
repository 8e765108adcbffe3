import { Member } from '../../../models/member.js'

/**
 * The id of the user who owns a project; null for a project without an owner, which an operator has made. The owner of
 * a project never changes.
 */
export async function findOwner(projectId: string): Promise<string | null> {
  const owner = await Member.findOne({ projectId, role: 'OWNER' }, { userId: 1 }).lean()
  return owner?.userId ?? null
}
