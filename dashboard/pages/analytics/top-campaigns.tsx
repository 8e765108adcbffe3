import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber, formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { useProjectId } from '../../session/project.js'
import type { Column } from '../../ui/data-table.js'
import { countAndRate } from './count-and-rate.js'
import type { Range } from './range.js'
import { TopList } from './top-list.js'

type Row = Answer<'GET /analytics/top-campaigns'>[number]

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('campaign', t.analytics.columns.name),
  {
    id: 'sent',
    head: t.analytics.columns.sent,
    cell: ({ sentCount }) => formatNumber(sentCount),
    isNumber: true,
    isWide: true,
    width: 'w-24',
  },
  {
    id: 'opened',
    head: t.analytics.columns.opened,
    cell: ({ openedCount, openRate }) => countAndRate(openedCount, openRate),
    isNumber: true,
    width: 'w-36',
  },
  {
    id: 'clicked',
    head: t.analytics.columns.clicked,
    cell: ({ clickedCount, clickRate }) => countAndRate(clickedCount, clickRate),
    isNumber: true,
    isWide: true,
    width: 'w-36',
  },
]

/** The results of the campaigns in the range, and the best of them. */
export function TopCampaigns({ range }: { range: Range }) {
  const projectId = useProjectId()
  const top = useQuery({
    ...read('GET /analytics/top-campaigns', { projectId, query: range }),
    placeholderData: keepPreviousData,
  })
  const { data: stats } = useQuery({
    ...read('GET /analytics/campaign-stats', { projectId, query: range }),
    placeholderData: keepPreviousData,
  })
  return (
    <TopList
      title={t.analytics.campaigns}
      label={t.analytics.topCampaigns}
      none={t.analytics.noCampaigns}
      note={stats && notesOf(stats)}
      query={top}
      columns={COLUMNS}
      idOf={({ id }) => id}
      secondLine={({ sentCount, clickedCount, clickRate }) =>
        `${t.analytics.sent} ${formatNumber(sentCount)} · ${t.analytics.clicked} ${countAndRate(clickedCount, clickRate)}`
      }
    />
  )
}

function notesOf(stats: Answer<'GET /analytics/campaign-stats'>) {
  const { total, active, completed, averageOpenRate, averageClickRate } = stats
  return (
    <>
      {t.analytics.campaignCounts(formatNumber(total), formatNumber(active), formatNumber(completed))}{' '}
      {total > 0 && t.analytics.campaignRates(formatRate(averageOpenRate), formatRate(averageClickRate))}
    </>
  )
}
