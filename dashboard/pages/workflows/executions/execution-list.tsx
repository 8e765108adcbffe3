import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { every } from '../../../api/polling.js'
import { read, readPages } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { isMissing } from '../../../shared/failure.js'
import { Gone } from '../../../shared/gone.js'
import { PagedList } from '../../../shared/paged-list.js'
import { useListView } from '../../../shared/views/use-list-view.js'
import { ViewBar } from '../../../shared/views/view-bar.js'
import { useProjectId } from '../../../session/project.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { TextLink } from '../../../ui/link.js'
import { PageHeader, Panel } from '../../../ui/panel.js'
import { ExecutionFilterBar } from './execution-filter-bar.js'
import { ExecutionTable } from './execution-table.js'
import { executionQuery, isFiltered, readExecutionFilters, type ExecutionFilters } from './filters.js'
import { ListActions } from './list-actions.js'
import { RetryProgress } from './retry-progress.js'

const PAGE = 100
const POLL_MS = 10_000

// A view is one of all workflows: steps and versions belong to one of them.
const viewedOf = ({ status, contact }: ExecutionFilters) => ({ status, contact })
const readViewed = (search: Record<string, unknown>) => viewedOf(readExecutionFilters(search))

const route = getRouteApi('/p/$projectId/workflows/$workflowId/executions')

/** The executions of a workflow, the newest first. */
export function ExecutionListPage() {
  const projectId = useProjectId()
  const { workflowId } = route.useParams()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const view = useListView({ list: 'executions', search: viewedOf(filters), read: readViewed })
  const { data: workflow, error } = useQuery(read('GET /workflows/:id', { projectId, params: { id: workflowId } }))
  const query = useInfiniteQuery({
    ...readPages('GET /executions', {
      projectId,
      query: { workflowId, ...executionQuery(filters), limit: PAGE },
    }),
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? every(POLL_MS)() : false),
  })
  if (isMissing(error)) return <NoWorkflow />
  const total = query.data?.pages[0]?.total
  return (
    <>
      <PageHeader
        title={workflow ? t.executions.titleOf(workflow.name) : t.executions.title}
        note={total === undefined ? '\u00a0' : t.common.rows(total, formatNumber(total))}
      >
        <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId }}>
          {t.executions.toWorkflow}
        </TextLink>
        <ListActions workflowId={workflowId} onRetry={(retry) => void navigate({ search: { ...filters, retry } })} />
      </PageHeader>
      {filters.retry !== undefined && (
        <RetryProgress
          workflowId={workflowId}
          jobId={filters.retry}
          onHide={() => void navigate({ search: { ...filters, retry: undefined }, replace: true })}
        />
      )}
      <ViewBar of={view} />
      <ExecutionFilterBar
        workflow={workflow}
        filters={filters}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      <Panel>
        <PagedList
          query={query}
          empty={
            <EmptyState icon={Waypoints} sketch="graph" title={t.executions.empty} text={t.executions.emptyText} />
          }
          filtered={{
            isFiltered: isFiltered(filters),
            title: t.executions.notFound,
            text: t.executions.notFoundText,
            onClear: () => void navigate({ search: {} }),
          }}
        >
          {(rows, isStale) => <ExecutionTable rows={rows} isStale={isStale} />}
        </PagedList>
      </Panel>
    </>
  )
}

function NoWorkflow() {
  const projectId = useProjectId()
  return (
    <Gone title={t.executions.goneWorkflow} text={t.executions.goneWorkflowText}>
      <TextLink to="/p/$projectId/workflows" params={{ projectId }}>
        {t.executions.allWorkflows}
      </TextLink>
    </Gone>
  )
}
