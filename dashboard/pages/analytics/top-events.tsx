import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { trendText } from '../../shared/trend-text.js'
import { useProjectId } from '../../session/project.js'
import type { Column } from '../../ui/data-table.js'
import type { Range } from './range.js'
import { TopList } from './top-list.js'

type Row = Answer<'GET /analytics/top-events'>[number]

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('event', t.analytics.columns.name),
  {
    id: 'count',
    head: t.analytics.columns.count,
    cell: ({ count }) => formatNumber(count),
    isNumber: true,
    width: 'w-28',
  },
  {
    id: 'trend',
    head: t.analytics.columns.trend,
    cell: ({ trend }) => trendText(trend),
    isNumber: true,
    isWide: true,
    width: 'w-36',
  },
]

/** The events that happened most often. */
export function TopEvents({ range }: { range: Range }) {
  const projectId = useProjectId()
  const query = useQuery({
    ...read('GET /analytics/top-events', { projectId, query: range }),
    placeholderData: keepPreviousData,
  })
  return (
    <TopList
      title={t.analytics.events}
      label={t.analytics.topEvents}
      none={t.analytics.noEvents}
      note={t.analytics.trendNote}
      query={query}
      columns={COLUMNS}
      idOf={({ name }) => name}
      secondLine={({ trend }) => trendText(trend)}
    />
  )
}
