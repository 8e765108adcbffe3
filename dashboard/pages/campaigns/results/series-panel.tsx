import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { formatIn } from '../../../shared/zones.js'
import { Button } from '../../../ui/button.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { SERIES, SERIES_INTERVALS } from './series.js'

type Series = Answer<'GET /campaigns/:id/timeseries'>
type Interval = Series['intervals'][number]

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** What became of the emails of a campaign over time. */
export function SeriesPanel({ campaignId }: { campaignId: string }) {
  const projectId = useProjectId()
  const { interval = 'hour' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(
    read('GET /campaigns/:id/timeseries', { projectId, params: { id: campaignId }, query: { interval } }),
  )
  const choice = (
    <div role="group" aria-label={t.campaigns.interval} className="flex gap-1">
      {SERIES_INTERVALS.map((one) => (
        <Button
          key={one}
          look={one === interval ? 'plain' : 'quiet'}
          aria-pressed={one === interval}
          onClick={() => void navigate({ search: { interval: one === 'hour' ? undefined : one }, replace: true })}
        >
          {t.campaigns.intervals[one]}
        </Button>
      ))}
    </div>
  )
  return (
    <Panel title={t.campaigns.byTime} action={choice}>
      {data && <SeriesTable series={data} />}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
    </Panel>
  )
}

function SeriesTable({ series: { interval, timezone, intervals } }: { series: Series }) {
  if (intervals.length === 0) return <p className="p-4 text-muted">{t.campaigns.noIntervals}</p>
  const columns: Column<Interval>[] = [
    { id: 'start', head: t.campaigns.series.start, cell: ({ start }) => formatIn(start, timezone) },
    ...SERIES.map((name) => ({
      id: name,
      head: t.campaigns.series[name],
      cell: (row: Interval) => formatNumber(row[name]),
      isNumber: true,
      isWide: name !== 'sent' && name !== 'opens',
      width: 'w-24',
    })),
  ]
  return (
    <>
      <DataTable label={t.campaigns.byTime} columns={columns} rows={intervals} idOf={({ start }) => start} />
      <p className="p-3 text-small text-muted">
        {t.campaigns.first[interval]} {t.campaigns.intervalNote(timezone)}
      </p>
    </>
  )
}
