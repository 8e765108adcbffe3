import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { ActivityList } from '../../shared/activity-list.js'
import { Failure } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

const POLL_MS = 15_000
const ITEMS = 20

/** The latest activity of the project. */
export function LastActivity() {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    ...read('GET /activity', { projectId, query: { limit: ITEMS } }),
    refetchInterval: every(POLL_MS),
  })
  const items = data?.data
  return (
    <Panel title={t.home.activity}>
      {items?.length === 0 && (
        <EmptyState icon={Activity} sketch="timeline" title={t.home.nothing} text={t.home.nothingText} />
      )}
      {items && items.length > 0 && <ActivityList label={t.home.activity} items={items} hasContacts />}
      {!items && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />)}
    </Panel>
  )
}
