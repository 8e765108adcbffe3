import { useInfiniteQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { readPages } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { ActivityList } from '../../../shared/activity-list.js'
import { formatDay } from '../../../shared/day.js'
import { PagedList } from '../../../shared/paged-list.js'
import { useProjectId } from '../../../session/project.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'
import { byDay } from './by-day.js'

/** The activity of a contact by day, the newest first. */
export function ContactActivity({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const query = useInfiniteQuery(readPages('GET /activity', { projectId, query: { contactId } }))
  return (
    <Panel>
      <PagedList
        query={query}
        empty={
          <EmptyState icon={Activity} sketch="timeline" title={t.contacts.tabs.activity} text={t.contacts.noActivity} />
        }
      >
        {(rows) =>
          byDay(rows).map(({ day, items }) => (
            <section key={day} className="border-b border-line last:border-0">
              <h2 className="px-4 pt-3 text-small font-medium text-muted">{formatDay(day)}</h2>
              <ActivityList label={formatDay(day)} items={items} />
            </section>
          ))
        }
      </PagedList>
    </Panel>
  )
}
