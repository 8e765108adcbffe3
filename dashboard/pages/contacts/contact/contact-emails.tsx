import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { readPages } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { EMAIL_COLUMNS } from '../../../shared/email-columns.js'
import { Moment } from '../../../shared/moment.js'
import { PagedList } from '../../../shared/paged-list.js'
import { useProjectId } from '../../../session/project.js'
import { DataTable } from '../../../ui/data-table.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'

const COLUMNS = [EMAIL_COLUMNS.subject, EMAIL_COLUMNS.status, EMAIL_COLUMNS.created]

/** The emails to a contact, the newest first. */
export function ContactEmails({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const query = useInfiniteQuery(readPages('GET /emails', { projectId, query: { contactId } }))
  return (
    <Panel>
      <PagedList
        query={query}
        empty={<EmptyState icon={Mail} sketch="message" title={t.contacts.tabs.emails} text={t.contacts.noEmails} />}
      >
        {(rows) => (
          <DataTable
            label={t.emails.list}
            columns={COLUMNS}
            rows={rows}
            idOf={({ id }) => id}
            secondLine={({ createdAt }) => <Moment at={createdAt} />}
          />
        )}
      </PagedList>
    </Panel>
  )
}
