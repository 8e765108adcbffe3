import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Moment } from '../../../shared/moment.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'

type Row = Answer<'GET /campaigns/:id/links'>[number]

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'link',
    head: t.campaigns.link,
    cell: ({ url }) => <span className="break-all whitespace-normal">{url ?? t.campaigns.otherLinks}</span>,
  },
  {
    id: 'unique',
    head: t.campaigns.uniqueClicks,
    cell: ({ uniqueClicks }) => formatNumber(uniqueClicks),
    isNumber: true,
    width: 'w-26',
  },
  {
    id: 'clicks',
    head: t.campaigns.clicks,
    cell: ({ clicks }) => formatNumber(clicks),
    isNumber: true,
    isWide: true,
    width: 'w-24',
  },
  {
    id: 'last',
    head: t.campaigns.lastClick,
    cell: ({ lastClickAt }) => <Moment at={lastClickAt} />,
    isWide: true,
    width: 'w-32',
  },
]

/** The clicks of persons on each link of a campaign. */
export function LinksPanel({ campaignId }: { campaignId: string }) {
  const projectId = useProjectId()
  const query = read('GET /campaigns/:id/links', { projectId, params: { id: campaignId } })
  const { data: links, error, refetch } = useQuery(query)
  return (
    <Panel title={t.campaigns.links}>
      {links?.length === 0 && <p className="p-4 text-muted">{t.campaigns.noLinks}</p>}
      {links && links.length > 0 && (
        <>
          <DataTable label={t.campaigns.links} columns={COLUMNS} rows={links} idOf={({ url }) => url ?? ''} />
          <p className="p-3 text-small text-muted">{t.campaigns.linksNote}</p>
        </>
      )}
      {!links && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={3} />)}
    </Panel>
  )
}
