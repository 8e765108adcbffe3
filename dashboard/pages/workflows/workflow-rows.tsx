import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SearchX, Waypoints } from 'lucide-react'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Failure } from '../../shared/failure.js'
import { Pager } from '../../shared/pager.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { isFiltered, workflowQuery } from './workflow-filters.js'
import { WorkflowTable } from './workflow-table.js'

const POLL_MS = 15_000

const route = getRouteApi('/p/$projectId/workflows')

/** One page of the workflows, or why none stands there. */
export function WorkflowRows({ onCreate }: { onCreate: () => void }) {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read('GET /workflows', { projectId, query: workflowQuery(filters) }),
    placeholderData: keepPreviousData,
    refetchInterval: every(POLL_MS),
  })
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  if (data.total === 0 && !isFiltered(filters)) {
    return (
      <EmptyState icon={Waypoints} title={t.workflows.empty} text={t.workflows.emptyText}>
        <Button onClick={onCreate}>{t.workflows.create}</Button>
      </EmptyState>
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState icon={SearchX} title={t.workflows.notFound} text={t.workflows.notFoundText}>
        <Button onClick={() => void navigate({ search: {} })}>{t.common.clearFilters}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      <WorkflowTable rows={data.data} isStale={isPlaceholderData} />
      <Pager page={data.page} pages={data.totalPages} />
    </>
  )
}
