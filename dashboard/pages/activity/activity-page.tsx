import { lazy, Suspense } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import type { PageStart } from '../../api/page-start.js'
import { every } from '../../api/polling.js'
import { read, readPages } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import type { ShownEvent } from '../../shared/event-drawer.js'
import { FirstEvent } from '../../shared/first-call.js'
import { PagedList } from '../../shared/paged-list.js'
import { useProject } from '../../session/project.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { ActivityFilterBar } from './activity-filter-bar.js'
import { ActivityTable } from './activity-table.js'
import { activityQuery, isFiltered, type ActivityFilters } from './filters.js'
import { freshItems } from './fresh-items.js'

// The drawer is loaded with the first event that is opened.
const EventDrawer = lazy(async () => ({ default: (await import('../../shared/event-drawer.js')).EventDrawer }))

const PAGE = 100
const POLL_MS = 10_000

const route = getRouteApi('/p/$projectId/activity')

/** The activity of the project, the newest first. */
export function ActivityPage() {
  const { timezone } = useProject()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { query, fresh, showFresh } = useFeed(filters)
  const total = query.data?.pages[0]?.total
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const opened = rows.find(({ id, type }) => id === filters.open && type === 'event.triggered')
  return (
    <>
      <PageHeader
        title={t.activity.title}
        note={
          total === undefined ? '\u00a0' : `${t.common.rows(total, formatNumber(total))} · ${t.activity.zone(timezone)}`
        }
      />
      <ActivityFilterBar filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      {fresh.count > 0 && (
        <Banner action={<Button onClick={showFresh}>{t.activity.showFresh}</Button>}>
          {fresh.isMore
            ? t.activity.freshAndMore(formatNumber(fresh.count))
            : t.activity.fresh(fresh.count, formatNumber(fresh.count))}
        </Banner>
      )}
      <Panel>
        <PagedList
          query={query}
          empty={
            <EmptyState icon={Activity} sketch="timeline" title={t.activity.empty} text={t.activity.emptyText}>
              <FirstEvent />
            </EmptyState>
          }
          filtered={{
            isFiltered: isFiltered(filters),
            title: t.activity.notFound,
            text: t.activity.notFoundText,
            onClear: () => void navigate({ search: {} }),
          }}
        >
          {(shown, isStale) => <ActivityTable rows={shown} isStale={isStale} />}
        </PagedList>
      </Panel>
      <Suspense>
        {filters.open !== undefined && (
          <EventDrawer
            id={filters.open}
            listed={opened && shownEvent(opened)}
            onClose={() =>
              void navigate({ search: { ...filters, open: undefined }, replace: true, resetScroll: false })
            }
          />
        )}
      </Suspense>
    </>
  )
}

/** New entries are only counted: a row that moves under the pointer is clicked by mistake. */
function useFeed(filters: ActivityFilters) {
  const { id: projectId } = useProject()
  const input = { projectId, query: { ...activityQuery(filters), limit: PAGE } }
  const pages = readPages('GET /activity', input)
  const query = useInfiniteQuery({ ...pages, staleTime: Infinity })
  const newest = useQuery({
    ...read('GET /activity', input),
    refetchInterval: every(POLL_MS),
    staleTime: 0,
    enabled: query.isSuccess,
  })
  const [first] = query.data?.pages ?? []
  const isTop = (query.data?.pageParams[0] as PageStart | undefined)?.cursor === null
  const isCompared = first && newest.data && !query.isPlaceholderData && newest.dataUpdatedAt > query.dataUpdatedAt
  const fresh = isCompared && isTop ? freshItems(newest.data.data, first.data) : { count: 0, isMore: false }
  const showFresh = (): void => {
    window.scrollTo(0, 0)
    void pages.initialPageParam.showFrom(pages.initialPageParam)
  }
  return { query, fresh, showFresh }
}

function shownEvent({ metadata, timestamp, contactId, contactEmail }: Item): ShownEvent {
  const { name, data } = metadata
  return { name: typeof name === 'string' ? name : '', data, at: timestamp, contactId, contactEmail }
}

type Item = Parameters<typeof ActivityTable>[0]['rows'][number]
