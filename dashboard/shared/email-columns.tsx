import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/client.js'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import type { Column } from '../ui/data-table.js'
import { EmailStatus } from './email-status.js'
import { Moment } from './moment.js'

const CAMPAIGN_MS = 60_000

/** An email of a list. */
export type EmailRow = Answer<'GET /emails'>['data'][number]

/** The columns that every list of emails has: the subject leads to the page of the email. */
export const EMAIL_COLUMNS: Readonly<Record<'subject' | 'status' | 'created', Column<EmailRow>>> = {
  subject: { id: 'subject', head: t.emails.columns.subject, cell: (email) => <SubjectLink email={email} /> },
  status: {
    id: 'status',
    head: t.emails.columns.status,
    cell: ({ status, deferred }) => <EmailStatus status={status} deferred={deferred} />,
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

type Subject = Pick<EmailRow, 'subject' | 'sentAt' | 'campaignId'>

// The subject is Liquid until the message is rendered, right before it is sent.
const LIQUID = /\{[{%]/

/** The subject of an email; until it is rendered, the name of its campaign. */
export function useSubject({ subject, sentAt, campaignId }: Subject): string {
  const projectId = useProjectId()
  const isUnrendered = sentAt === null && LIQUID.test(subject)
  const { data: campaign } = useQuery({
    ...read('GET /campaigns/:id', { projectId, params: { id: campaignId ?? '' } }),
    enabled: isUnrendered && campaignId !== null,
    staleTime: CAMPAIGN_MS,
  })
  if (isUnrendered) return campaign?.name ?? t.emails.subjectLater
  return subject || t.emails.noSubject
}

/** The subject of an email, which leads to its page. */
export function SubjectLink({ email }: { email: EmailRow }) {
  const projectId = useProjectId()
  const subject = useSubject(email)
  return (
    <Link
      to="/p/$projectId/emails/$emailId"
      params={{ projectId, emailId: email.id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {subject}
    </Link>
  )
}
