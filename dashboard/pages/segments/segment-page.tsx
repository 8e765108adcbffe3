import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure, isMissing } from '../../shared/failure.js'
import { Gone } from '../../shared/gone.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { SegmentView } from './segment-view.js'

const route = getRouteApi('/p/$projectId/segments/$segmentId')

/** One segment: its condition, its members, and what needs it. */
export function SegmentPage() {
  const projectId = useProjectId()
  const { segmentId } = route.useParams()
  const query = useQuery(read('GET /segments/:id', { projectId, params: { id: segmentId } }))
  const { data: segment, error } = query
  if (isMissing(error)) {
    return (
      <Gone title={t.segments.gone} text={t.segments.goneText}>
        <TextLink to="/p/$projectId/segments" params={{ projectId }}>
          {t.segments.back}
        </TextLink>
      </Gone>
    )
  }
  if (!segment) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  return <SegmentView key={segment.id} segment={segment} />
}
