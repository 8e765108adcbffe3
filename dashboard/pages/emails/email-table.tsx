import { t } from '../../messages/index.js'
import { EMAIL_COLUMNS, type EmailRow } from '../../shared/email-columns.js'
import { Moment } from '../../shared/moment.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmailSource } from './email-source.js'

const COLUMNS: readonly Column<EmailRow>[] = [
  EMAIL_COLUMNS.subject,
  { id: 'to', head: t.emails.columns.to, cell: ({ to }) => to ?? t.emails.deletedContact, isWide: true },
  EMAIL_COLUMNS.status,
  {
    id: 'source',
    head: t.emails.columns.source,
    cell: (email) => <EmailSource email={email} />,
    isWide: true,
    width: 'w-28',
  },
  EMAIL_COLUMNS.created,
]

/** Emails in rows, each with a link to its page. */
export function EmailTable({ rows, isStale }: { rows: readonly EmailRow[]; isStale: boolean }) {
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
