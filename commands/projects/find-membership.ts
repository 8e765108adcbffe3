import { Member, type Role } from '../../models/member.js'
import { Project, type ProjectRecord } from '../../models/project.js'

/** A project that a user is a member of, and as what. */
export interface Membership {
  project: ProjectRecord
  role: Role
}

/** The project when the user is a member of it; null for one that is unknown and for one of others alike. */
export async function findMembership(ref: { userId: string; projectId: string }): Promise<Membership | null> {
  const { userId, projectId } = ref
  const [member, project] = await Promise.all([
    Member.findOne({ projectId, userId }).lean(),
    Project.findOne({ _id: projectId }).lean(),
  ])
  return member && project && { project, role: member.role }
}
