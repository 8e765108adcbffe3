import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, SearchX, Shapes } from 'lucide-react'
import { read } from '../../api/query.js'
import { useCommands } from '../../commands/registry.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { SearchField } from '../../shared/search-field.js'
import { useProjectId } from '../../session/project.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { fittingSegments } from './filters.js'
import { SegmentTable } from './segment-table.js'

const route = getRouteApi('/p/$projectId/segments')

/** The segments of the project. */
export function SegmentListPage() {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(read('GET /segments', { projectId }))
  const { data, error } = query
  useCreateCommand()
  const clear = (): void => void navigate({ search: {} })
  const rows = data && fittingSegments(data, filters)
  return (
    <>
      <PageHeader
        title={t.segments.title}
        note={rows ? t.common.rows(rows.length, formatNumber(rows.length)) : '\u00a0'}
      >
        <NewSegment />
      </PageHeader>
      <div role="search" className="mb-4">
        <SearchField
          label={t.segments.search}
          value={filters.q ?? ''}
          onChange={(q) => void navigate({ search: q === '' ? {} : { q }, replace: true })}
        />
      </div>
      <Panel>
        {!rows && (error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />)}
        {rows && rows.length > 0 && <SegmentTable rows={rows} />}
        {rows?.length === 0 && (data?.length === 0 ? <NoSegments /> : <NotFound onClear={clear} />)}
      </Panel>
    </>
  )
}

function NewSegment() {
  const projectId = useProjectId()
  return (
    <ButtonLink variant="strong" icon={Plus} to="/p/$projectId/segments/new" params={{ projectId }}>
      {t.segments.newSegment}
    </ButtonLink>
  )
}

function NoSegments() {
  return (
    <EmptyState icon={Shapes} sketch="groups" title={t.segments.empty} text={t.segments.emptyText}>
      <NewSegment />
    </EmptyState>
  )
}

function NotFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={SearchX} title={t.segments.notFound} text={t.segments.notFoundText}>
      <Button onClick={onClear}>{t.common.clearFilters}</Button>
    </EmptyState>
  )
}

function useCreateCommand(): void {
  const projectId = useProjectId()
  const navigate = route.useNavigate()
  const commands = useMemo(() => {
    const create = (): void => void navigate({ to: '/p/$projectId/segments/new', params: { projectId } })
    const command = { id: 'create', title: t.segments.newSegment, group: 'page' as const, keys: 'c', run: create }
    return [command]
  }, [navigate, projectId])
  useCommands(commands)
}
