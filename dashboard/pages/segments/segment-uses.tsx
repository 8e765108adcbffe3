import { useQuery } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { isUsed, UsedBy } from './used-by.js'

/** The uses of a segment, which keep it from being deleted. */
export function SegmentUses({ segmentId }: { segmentId: string }) {
  const projectId = useProjectId()
  const query = useQuery(read('GET /segments/:id/usage', { projectId, params: { id: segmentId } }))
  const { data, error } = query
  if (!data) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows rows={3} />
  if (!isUsed(data)) {
    return (
      <Panel>
        <EmptyState icon={Unlink} title={t.segments.unused} text={t.segments.unusedText} />
      </Panel>
    )
  }
  return (
    <Panel isPadded>
      <UsedBy usage={data} />
    </Panel>
  )
}
