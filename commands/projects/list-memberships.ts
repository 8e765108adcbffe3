import { Member } from '../../models/member.js'
import { Project } from '../../models/project.js'
import type { Membership } from './find-membership.js'

// The list has no pages, and a person's projects are few.
const MAX_PROJECTS = 1_000

/** The projects that a user is a member of, the longest-standing membership first. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  const members = await Member.find({ userId }).sort({ _id: 1 }).limit(MAX_PROJECTS).lean()
  const projects = await Project.find({ _id: { $in: members.map(({ projectId }) => projectId) } }).lean()
  const byId = new Map(projects.map((project) => [project._id, project]))
  return members.flatMap(({ projectId, role }) => {
    const project = byId.get(projectId)
    return project ? [{ project, role }] : []
  })
}
