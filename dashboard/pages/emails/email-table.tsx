import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { EmailStatus } from '../../shared/email-status.js'
import { Moment } from '../../shared/moment.js'
import { useProjectId } from '../../session/project.js'
import { DataTable, type Column } from '../../ui/data-table.js'

type Row = Answer<'GET /emails'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { id: 'subject', head: t.emails.columns.subject, cell: (email) => <SubjectLink email={email} /> },
  { id: 'to', head: t.emails.columns.to, cell: ({ to }) => to ?? t.emails.deletedContact, isWide: true },
  { id: 'status', head: t.emails.columns.status, cell: ({ status }) => <EmailStatus status={status} />, width: 'w-34' },
  {
    id: 'source',
    head: t.emails.columns.source,
    cell: ({ sourceType }) => t.emails.sources[sourceType],
    isWide: true,
    width: 'w-28',
  },
  {
    id: 'created',
    head: t.emails.columns.created,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-36',
  },
]

/** Emails in rows, each with a link to its page. */
export function EmailTable({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  return (
    <DataTable
      label={t.emails.list}
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      secondLine={({ to, createdAt }) => (
        <>
          {to ?? t.emails.deletedContact} · <Moment at={createdAt} />
        </>
      )}
    />
  )
}

function SubjectLink({ email: { id, subject } }: { email: Row }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/emails/$emailId"
      params={{ projectId, emailId: id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {subject || t.emails.noSubject}
    </Link>
  )
}
