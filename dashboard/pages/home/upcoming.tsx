import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/client.js'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { Moment } from '../../shared/moment.js'
import { useProjectId } from '../../session/project.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

const POLL_MS = 15_000
const ITEMS = 10

type Item = Answer<'GET /activity/upcoming'>['activities'][number]

/** The scheduled events of the next 30 days. */
export function Upcoming() {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    ...read('GET /activity/upcoming', { projectId, query: { limit: ITEMS } }),
    refetchInterval: every(POLL_MS),
  })
  const items = data?.activities
  return (
    <Panel title={t.home.upcoming}>
      {items?.length === 0 && <p className="p-4 text-muted">{t.home.noUpcoming}</p>}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((item, index) => (
            <li key={index} className="flex flex-wrap justify-between gap-x-3 px-4 py-2">
              <span className="min-w-0 break-words">
                <ItemLink item={item} />
              </span>
              <span className="text-small text-muted">
                <Moment at={item.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!items && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={3} />)}
    </Panel>
  )
}

const LINK_CLASS = 'inline-block py-0.5 underline-offset-2 hover:underline'

/** A scheduled event, as a link to its campaign or execution. */
function ItemLink({ item: { type, metadata } }: { item: Item }) {
  const projectId = useProjectId()
  const text = (name: string): string => (typeof metadata[name] === 'string' ? metadata[name] : '')
  if (type === 'campaign.scheduled') {
    const params = { projectId, campaignId: text('campaignId') }
    return (
      <Link to="/p/$projectId/campaigns/$campaignId" params={params} className={LINK_CLASS}>
        {t.home.campaign(text('name'))}
      </Link>
    )
  }
  const params = { projectId, workflowId: text('workflowId'), executionId: text('executionId') }
  return (
    <Link to="/p/$projectId/workflows/$workflowId/executions/$executionId" params={params} className={LINK_CLASS}>
      {t.home.wake}
    </Link>
  )
}
