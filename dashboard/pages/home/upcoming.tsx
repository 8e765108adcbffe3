import { useQuery } from '@tanstack/react-query'
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

/** What is going to happen by itself in the next 30 days. */
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
              <span className="min-w-0 break-words">{textOf(item)}</span>
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

function textOf({ type, metadata }: Item): string {
  const { name } = metadata
  return type === 'campaign.scheduled' ? t.home.campaign(typeof name === 'string' ? name : '') : t.home.wake
}
