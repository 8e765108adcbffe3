import { Member, type Role } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Project, type ProjectRecord } from '../../../models/project.js'

/** How many projects a user can be a member of. The number is limited because the list of projects has no pages. */
export const MAX_PROJECTS = 1_000

/** A project that a user is a member of, and the user's role. */
export interface Membership {
  project: ProjectRecord
  role: Role
}

/** A user's membership of a project; null if the project is unknown or the user is not a member. */
export async function findMembership(ref: { userId: string; projectId: string }): Promise<Membership | null> {
  const { userId, projectId } = ref
  const [member, project] = await Promise.all([
    Member.findOne({ projectId, userId }).lean(),
    Project.findOne({ _id: projectId }).lean(),
  ])
  return member && project && { project, role: member.role }
}

/** The projects that a user is a member of, the longest-standing membership first. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  const ofUser = acrossProjects({ userId }, 'the memberships of a user')
  const members = await Member.find(ofUser).sort({ _id: 1 }).limit(MAX_PROJECTS).lean()
  const projects = await Project.find({ _id: { $in: members.map(({ projectId }) => projectId) } }).lean()
  const byId = new Map(projects.map((project) => [project._id, project]))
  return members.flatMap(({ projectId, role }) => {
    const project = byId.get(projectId)
    return project ? [{ project, role }] : []
  })
}
