import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { queryClient } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { showError } from '../../shared/show-error.js'
import { useFollowJob } from '../../shared/use-follow-job.js'
import { toast } from '../../ui/toast.js'

/** Copies a segment and opens the copy. A job adds the members of a static one, which the page follows. */
export function useDuplicate(): (segmentId: string) => Promise<void> {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const followJob = useFollowJob()
  return async (segmentId) => {
    try {
      const copy = await call('POST /segments/:id/duplicate', { projectId, params: { id: segmentId } })
      if (copy.jobId !== null) followJob('bulk', copy.jobId)
      await queryClient.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
      toast(t.segments.duplicated)
      await navigate({ to: '/p/$projectId/segments/$segmentId', params: { projectId, segmentId: copy.id } })
    } catch (error) {
      showError(error)
    }
  }
}
