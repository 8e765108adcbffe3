import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/client.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import type { Column } from '../ui/data-table.js'
import { EmailStatus } from './email-status.js'
import { Moment } from './moment.js'

/** An email of a list. */
export type EmailRow = Answer<'GET /emails'>['data'][number]

/** The columns that every list of emails has: the subject leads to the page of the email. */
export const EMAIL_COLUMNS: Readonly<Record<'subject' | 'status' | 'created', Column<EmailRow>>> = {
  subject: { id: 'subject', head: t.emails.columns.subject, cell: (email) => <SubjectLink email={email} /> },
  status: {
    id: 'status',
    head: t.emails.columns.status,
    cell: ({ status }) => <EmailStatus status={status} />,
    width: 'w-34',
  },
  created: {
    id: 'created',
    head: t.emails.columns.created,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-36',
  },
}

/** The subject of an email, which leads to its page. */
export function SubjectLink({ email: { id, subject } }: { email: EmailRow }) {
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
