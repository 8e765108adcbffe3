import { DeletedProject, type DeletedProjectRecord } from '../../../models/deleted-project.js'
import { Project } from '../../../models/project.js'

/** The position of a deleted project in the order of the deletions. */
export type Deletion = Pick<DeletedProjectRecord, '_id' | 'deletedAt'>

/** The ids of at most `limit` disabled projects, without deleted ones; fails after `timeLimitMs`. */
export async function findDisabledProjects(limit: number, timeLimitMs: number): Promise<string[]> {
  const disabled = await Project.find({ disabled: true }, { _id: 1 }).limit(limit).maxTimeMS(timeLimitMs).lean()
  return disabled.map(({ _id }) => _id)
}

/** The first `limit` projects that were deleted after a given project or time; fails after `timeLimitMs`. */
export async function findDeletedProjects(
  after: Deletion | Pick<Deletion, 'deletedAt'>,
  limit: number,
  timeLimitMs: number,
): Promise<Deletion[]> {
  const { deletedAt } = after
  const id = '_id' in after ? after._id : ''
  return DeletedProject.find(
    { deletedAt: { $gte: deletedAt }, $or: [{ deletedAt: { $gt: deletedAt } }, { _id: { $gt: id } }] },
    { deletedAt: 1 },
  )
    .sort({ deletedAt: 1, _id: 1 })
    .limit(limit)
    .maxTimeMS(timeLimitMs)
    .lean()
}
