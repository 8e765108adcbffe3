import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Chart } from '../../../shared/chart/chart.js'
import { Failure } from '../../../shared/failure.js'
import { Panel } from '../../../ui/panel.js'
import { Segmented } from '../../../ui/segmented.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { SERIES_INTERVALS } from './intervals.js'
import { hasAny, seriesOf, type SeriesGroup } from './series.js'

const INTERVALS = SERIES_INTERVALS.map((value) => ({ value, label: t.campaigns.intervals[value] }))

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** The outcomes of the emails of a campaign over time. */
export function SeriesPanel({ campaignId }: { campaignId: string }) {
  const projectId = useProjectId()
  const { interval = 'hour' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(
    read('GET /campaigns/:id/timeseries', { projectId, params: { id: campaignId }, query: { interval } }),
  )
  if (!data) {
    return (
      <Panel title={t.campaigns.byTime}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />}
      </Panel>
    )
  }
  const chart = (group: SeriesGroup) => (
    <Chart
      key={`${group} ${interval}`}
      kind="line"
      label={t.campaigns.charts[group]}
      unit={t.campaigns.units[interval](data.timezone)}
      zone={data.timezone}
      series={seriesOf(data, group, t.campaigns.series)}
    />
  )
  return (
    <section aria-label={t.campaigns.byTime} className="flex min-w-0 flex-col gap-3">
      <Segmented
        label={t.campaigns.interval}
        options={INTERVALS}
        value={interval}
        onChange={(next) => void navigate({ search: { interval: next === 'hour' ? undefined : next }, replace: true })}
      />
      {/* A chart adapts to a narrower window with a delay, and must not widen the page until then. */}
      <div className="flex min-w-0 flex-col gap-3 overflow-x-clip">
        {chart('results')}
        {hasAny(data, 'problems') && chart('problems')}
      </div>
    </section>
  )
}
