import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SearchX, Zap } from 'lucide-react'
import { calendarOf, dayOf, daysAfter } from '../../../models/domain/calendar.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { FirstEvent } from '../../shared/first-call.js'
import { Failure } from '../../shared/failure.js'
import { SearchField } from '../../shared/search-field.js'
import { trendText } from '../../shared/trend-text.js'
import { useProject } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { joinNames, type NamedEvents } from './event-names.js'

const DAYS = 30
const MOST_NAMES = 100

const route = getRouteApi('/p/$projectId/events')

const COLUMNS: readonly Column<NamedEvents>[] = [
  nameColumn('event', t.events.columns.name),
  {
    id: 'kind',
    head: t.events.columns.kind,
    cell: ({ isOfService }) => (isOfService ? t.events.kinds.service : t.events.kinds.own),
    isWide: true,
    width: 'w-28',
  },
  {
    id: 'count',
    head: t.events.columns.count,
    cell: ({ count }) => formatNumber(count),
    isNumber: true,
    width: 'w-28',
  },
  {
    id: 'trend',
    head: t.events.columns.trend,
    cell: ({ trend }) => trendText(trend),
    isNumber: true,
    isWide: true,
    width: 'w-36',
  },
  {
    id: 'all',
    head: t.events.columns.all,
    cell: ({ all }) => (all === null ? t.common.unknown : formatNumber(all)),
    isNumber: true,
    isWide: true,
    width: 'w-36',
  },
]

/** The names of events with their counts and their change. */
export function EventNames() {
  const { timezone } = useProject()
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, isCounted, error, refetch } = useNames()
  const shown = rows?.filter(({ name }) => q === undefined || name.toLowerCase().includes(q.toLowerCase()))
  const clear = (): void => void navigate({ search: {} })
  return (
    <>
      <PageHeader title={t.events.title} note={t.events.note(timezone)} />
      <div role="search" className="mb-4 flex flex-wrap items-end gap-3">
        <SearchField
          label={t.events.filter}
          value={q ?? ''}
          onChange={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
        />
      </div>
      <Panel>
        {!isCounted && rows && <p className="px-4 pt-3 text-muted">{t.events.notCounted}</p>}
        {rows?.length === 0 && (
          <EmptyState icon={Zap} sketch="timeline" title={t.events.empty} text={t.events.emptyText}>
            <FirstEvent />
          </EmptyState>
        )}
        {rows && rows.length > 0 && shown?.length === 0 && (
          <EmptyState icon={SearchX} title={t.events.notFound} text={t.events.notFoundText}>
            <Button onClick={clear}>{t.common.clearFilters}</Button>
          </EmptyState>
        )}
        {shown && shown.length > 0 && (
          <DataTable
            label={t.events.list}
            columns={COLUMNS}
            rows={shown}
            idOf={({ name }) => name}
            secondLine={({ trend }) => trendText(trend)}
          />
        )}
        {!rows && (error ? <Failure error={error} onRetry={refetch} /> : <SkeletonRows />)}
      </Panel>
    </>
  )
}

/** The names of the last days at once, and those of all time where they can be counted. */
function useNames() {
  const { id: projectId, timezone } = useProject()
  const endDate = dayOf(calendarOf(timezone), new Date())
  const query = { startDate: daysAfter(endDate, 1 - DAYS), endDate, limit: MOST_NAMES }
  const recent = useQuery(read('GET /analytics/top-events', { projectId, query }))
  const all = useQuery(read('GET /events/stats', { projectId }))
  const isReady = recent.data !== undefined && !all.isPending
  return {
    rows: isReady ? joinNames(recent.data, all.data) : undefined,
    isCounted: all.data !== undefined,
    error: recent.error,
    refetch: () => void recent.refetch(),
  }
}
