import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { Answer } from '../../api/client.js'
import { readPages } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { EmailStatus } from '../../shared/email-status.js'
import { Moment } from '../../shared/moment.js'
import { PagedList } from '../../shared/paged-list.js'
import { useProjectId } from '../../session/project.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'

type Row = Answer<'GET /emails'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { id: 'subject', head: t.emails.columns.subject, cell: (email) => <SubjectLink email={email} /> },
  { id: 'status', head: t.emails.columns.status, cell: ({ status }) => <EmailStatus status={status} />, width: 'w-34' },
  {
    id: 'created',
    head: t.emails.columns.created,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-36',
  },
]

/** The emails to a contact, the newest first. */
export function ContactEmails({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const query = useInfiniteQuery(readPages('GET /emails', { projectId, query: { contactId } }))
  return (
    <Panel>
      <PagedList
        query={query}
        empty={<EmptyState icon={Mail} title={t.contacts.tabs.emails} text={t.contacts.noEmails} />}
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

function SubjectLink({ email: { id, subject } }: { email: Row }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/emails/$emailId"
      params={{ projectId, emailId: id }}
      className="font-medium hover:underline"
    >
      {subject || t.emails.noSubject}
    </Link>
  )
}
