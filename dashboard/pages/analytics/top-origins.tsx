import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { useProjectId } from '../../session/project.js'
import type { Column } from '../../ui/data-table.js'
import { countAndRate } from './count-and-rate.js'
import type { Range } from './range.js'
import { TopList } from './top-list.js'

type Row = Answer<'GET /analytics/top-templates'>[number]
type Origin = 'template' | 'workflow'

const NUMBERS: readonly Column<Row>[] = [
  {
    id: 'sent',
    head: t.analytics.columns.sent,
    cell: ({ sent }) => formatNumber(sent),
    isNumber: true,
    isWide: true,
    width: 'w-24',
  },
  {
    id: 'delivered',
    head: t.analytics.columns.delivered,
    cell: ({ delivered, deliveryRate }) => countAndRate(delivered, deliveryRate),
    isNumber: true,
    isWide: true,
    width: 'w-36',
  },
  {
    id: 'opened',
    head: t.analytics.columns.opened,
    cell: ({ opened, openRate }) => countAndRate(opened, openRate),
    isNumber: true,
    width: 'w-36',
  },
  {
    id: 'clicked',
    head: t.analytics.columns.clicked,
    cell: ({ clicked, clickRate }) => countAndRate(clicked, clickRate),
    isNumber: true,
    isWide: true,
    width: 'w-36',
  },
  {
    id: 'bounced',
    head: t.analytics.columns.bounced,
    cell: ({ bounced, bounceRate }) => countAndRate(bounced, bounceRate),
    isNumber: true,
    isWide: true,
    width: 'w-32',
  },
]
const COLUMNS: Record<Origin, readonly Column<Row>[]> = {
  template: [nameColumn('template', t.analytics.columns.name), ...NUMBERS],
  workflow: [nameColumn('workflow', t.analytics.columns.name), ...NUMBERS],
}
const ENDPOINTS = { template: 'GET /analytics/top-templates', workflow: 'GET /analytics/top-workflows' } as const
const TITLES = { template: t.analytics.templates, workflow: t.analytics.workflows }
const NONE = { template: t.analytics.noTemplates, workflow: t.analytics.noWorkflows }
const LABELS = { template: t.analytics.topTemplates, workflow: t.analytics.topWorkflows }

/** The templates or workflows with the most sent emails, and the outcomes of these emails. */
export function TopOrigins({ range, origin }: { range: Range; origin: Origin }) {
  const projectId = useProjectId()
  const query = useQuery({
    ...read(ENDPOINTS[origin], { projectId, query: range }),
    placeholderData: keepPreviousData,
  })
  return (
    <TopList
      title={TITLES[origin]}
      label={LABELS[origin]}
      none={NONE[origin]}
      query={query}
      columns={COLUMNS[origin]}
      idOf={({ id }) => id}
      secondLine={({ sent, clicked, clickRate }) =>
        `${t.analytics.sent} ${formatNumber(sent)} · ${t.analytics.clicked} ${countAndRate(clicked, clickRate)}`
      }
    />
  )
}
