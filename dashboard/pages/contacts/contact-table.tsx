import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { ContactStatus } from '../../shared/contact-status.js'
import { Moment } from '../../shared/moment.js'
import { useProjectId } from '../../session/project.js'
import { DataTable, type Column } from '../../ui/data-table.js'

type Row = Answer<'GET /contacts'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { id: 'email', head: t.contacts.columns.email, cell: (contact) => <ContactLink contact={contact} /> },
  {
    id: 'status',
    head: t.contacts.columns.status,
    cell: (contact) => <ContactStatus contact={contact} />,
    width: 'w-36',
  },
  {
    id: 'created',
    head: t.contacts.columns.created,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-40',
  },
]

/** Contacts in rows, each with a link to its page. */
export function ContactTable({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  return (
    <DataTable
      label={t.contacts.list}
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      secondLine={({ createdAt }) => <Moment at={createdAt} />}
    />
  )
}

function ContactLink({ contact: { id, email } }: { contact: Row }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/contacts/$contactId"
      params={{ projectId, contactId: id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {email}
    </Link>
  )
}
