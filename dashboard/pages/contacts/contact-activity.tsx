import { useInfiniteQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { readPages } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { ActivityList } from '../../shared/activity-list.js'
import { PagedList } from '../../shared/paged-list.js'
import { useProjectId } from '../../session/project.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'

/** What has happened with a contact, the newest first. */
export function ContactActivity({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const query = useInfiniteQuery(readPages('GET /activity', { projectId, query: { contactId } }))
  return (
    <Panel>
      <PagedList
        query={query}
        empty={<EmptyState icon={Activity} title={t.contacts.tabs.activity} text={t.contacts.noActivity} />}
      >
        {(rows) => <ActivityList label={t.contacts.tabs.activity} items={rows} />}
      </PagedList>
    </Panel>
  )
}
