import type { ClientSession } from 'mongoose'
import { Member } from '../../models/member.js'

/** The id of the user who owns a project; null for one without an owner, which an operator has made. */
export async function findOwner(projectId: string, session?: ClientSession): Promise<string | null> {
  const owner = await Member.findOne({ projectId, role: 'OWNER' }, { userId: 1 }, { session }).lean()
  return owner?.userId ?? null
}
