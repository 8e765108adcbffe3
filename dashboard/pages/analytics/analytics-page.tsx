import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { calendarOf, dayOf } from '../../../models/domain/calendar.js'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { useProject } from '../../session/project.js'
import { join } from '../../ui/join.js'
import { PageHeader } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { MailCharts } from './mail-charts.js'
import { OriginFilter } from './origin-filter.js'
import { rangeOf, readRange, type Range } from './range.js'
import { RangeBar } from './range-bar.js'
import { Reputation } from './reputation.js'
import { TopCampaigns } from './top-campaigns.js'
import { TopEvents } from './top-events.js'
import { TopOrigins } from './top-origins.js'
import { Totals } from './totals.js'

const POLL_MS = 60_000

const route = getRouteApi('/p/$projectId/analytics')

/** The outcomes of the project's mail over a range of days. */
export function AnalyticsPage() {
  const { id: projectId, timezone } = useProject()
  const search = route.useSearch()
  const { templateId, workflowId } = search
  const origin = { templateId, workflowId }
  const isOfAll = templateId === undefined && workflowId === undefined
  const navigate = route.useNavigate()
  const range = rangeOf(search, dayOf(calendarOf(timezone), new Date()))
  const {
    data: days,
    error,
    isPlaceholderData: isStale,
    refetch,
  } = useQuery({
    ...read('GET /analytics/timeseries', { projectId, query: { ...range, ...origin } }),
    refetchInterval: every(POLL_MS),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t.analytics.title} note={t.analytics.zone(timezone)}>
        <OriginFilter
          origin={origin}
          onChange={(next) => void navigate({ search: { ...readRange(search), ...next } })}
        />
      </PageHeader>
      <RangeBar search={search} range={range} onChange={(next) => void navigate({ search: { ...origin, ...next } })} />
      <div className="flex flex-col gap-4">
        <div aria-busy={isStale} className={join('flex flex-col gap-4', isStale && 'cursor-progress grayscale')}>
          <Totals days={days} range={range} origin={origin} />
          {days && <MailCharts days={days} />}
        </div>
        {!days && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={7} />)}
        {isOfAll && <OfProject range={range} />}
      </div>
    </>
  )
}

/** The counts of the project as a whole. */
function OfProject({ range }: { range: Range }) {
  return (
    <>
      <Reputation />
      <TopCampaigns range={range} />
      <TopOrigins range={range} origin="template" />
      <TopOrigins range={range} origin="workflow" />
      <TopEvents range={range} />
    </>
  )
}
