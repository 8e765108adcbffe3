import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure, isMissing } from '../../shared/failure.js'
import { Gone } from '../../shared/gone.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { SegmentView } from './segment-view.js'

/** How often the page asks for a number of members that is not counted yet. */
const COUNTING_MS = 3_000

const route = getRouteApi('/p/$projectId/segments/$segmentId')

/** One segment: its condition, its members, and what needs it. */
export function SegmentPage() {
  const projectId = useProjectId()
  const { segmentId } = route.useParams()
  const query = useQuery({
    ...read('GET /segments/:id', { projectId, params: { id: segmentId } }),
    refetchInterval: ({ state: { data: found } }) => found?.exact === false && every(COUNTING_MS)(),
  })
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
