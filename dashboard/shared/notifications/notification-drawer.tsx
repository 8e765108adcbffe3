import { useEffect, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { readPages } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { EmptyState } from '../../ui/empty-state.js'
import { JobList } from '../jobs.js'
import { PagedList } from '../paged-list.js'
import { MailSwitch } from './mail-switch.js'
import { NotificationRow } from './notification-row.js'
import { readUpTo } from './notifications-query.js'

const PAGE = 50

/**
 * The switch for emails, running jobs of the user, and the notifications of the project, the newest first. Opening it
 * marks them as read.
 */
export function NotificationDrawer({ readAt, onLeave }: { readAt: string | null; onLeave: () => void }) {
  const projectId = useProjectId()
  // What is new stays marked until the drawer closes.
  const [readBefore] = useState(readAt)
  const query = useInfiniteQuery(readPages('GET /notifications', { projectId, query: { limit: PAGE } }))
  const newest = query.data?.pages[0]?.data[0]?.createdAt
  useEffect(() => {
    if (newest !== undefined) void readUpTo(projectId, newest).catch(() => undefined)
  }, [newest, projectId])
  const isNew = (at: string): boolean => readBefore === null || Date.parse(at) > Date.parse(readBefore)
  return (
    <>
      <MailSwitch />
      <JobList />
      <PagedList
        query={query}
        empty={<EmptyState icon={Bell} title={t.notifications.empty} text={t.notifications.emptyText} heading="h3" />}
      >
        {(rows) => (
          <ul aria-label={t.notifications.list} className="flex flex-col">
            {rows.map((row) => (
              <NotificationRow key={row.id} notification={row} isNew={isNew(row.createdAt)} onLeave={onLeave} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
