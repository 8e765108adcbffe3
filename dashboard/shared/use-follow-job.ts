import { knownUserId } from '../session/user.js'
import { useProjectId } from '../session/project.js'
import { followJob, type JobKind } from './followed-jobs.js'

/** Follows a job that the user of this page has asked for in its project. */
export function useFollowJob(): (kind: JobKind, jobId: string) => void {
  const projectId = useProjectId()
  return (kind, jobId) => followJob({ kind, jobId, projectId, userId: knownUserId() ?? '' })
}
