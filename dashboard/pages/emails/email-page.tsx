import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../api/client.js'
import { everyWhileThere } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useSubject } from '../../shared/email-columns.js'
import { EmailStatus } from '../../shared/email-status.js'
import { Failure, isMissing } from '../../shared/failure.js'
import { Gone } from '../../shared/gone.js'
import { InboxLink } from '../../shared/inbox-link.js'
import { ExactMoment } from '../../shared/moment.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { Timeline } from '../../ui/timeline.js'
import { EmailDetails } from './email-details.js'
import { EmailMessage } from './email-message.js'
import { happeningText } from './happening-text.js'
import { OtherEmail } from './other-email.js'
import { WhyNot } from './why-not.js'

// Opens and clicks change an email for days after it was sent.
const POLL_MS = 10_000

const route = getRouteApi('/p/$projectId/emails/$emailId')

/** One email: its details, its outcome with the reason, and its content. */
export function EmailPage() {
  const projectId = useProjectId()
  const { emailId } = route.useParams()
  const query = useQuery({
    ...read('GET /emails/:id', { projectId, params: { id: emailId } }),
    refetchInterval: everyWhileThere(POLL_MS),
  })
  const { data: email, error } = query
  if (isMissing(error)) {
    return (
      <Gone title={t.emails.gone} text={t.emails.goneText}>
        <TextLink to="/p/$projectId/emails" params={{ projectId }}>
          {t.emails.back}
        </TextLink>
      </Gone>
    )
  }
  if (!email) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  return (
    <>
      <Header email={email} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <WhyNot email={email} />
          <Panel title={t.emails.timeline} isPadded>
            <Happenings email={email} />
          </Panel>
        </div>
        <EmailDetails email={email} />
      </div>
      <div className="mt-4">
        <EmailMessage emailId={emailId} />
      </div>
    </>
  )
}

function Header({ email }: { email: Answer<'GET /emails/:id'> }) {
  const projectId = useProjectId()
  return (
    <PageHeader title={useSubject(email)} note={<EmailStatus status={email.status} deferred={email.deferred} />}>
      {email.messageId !== null && <InboxLink messageId={email.messageId} />}
      <TextLink to="/p/$projectId/emails" params={{ projectId }}>
        {t.emails.back}
      </TextLink>
    </PageHeader>
  )
}

function Happenings({ email: { timeline, sentAgainFrom, sentAgainAs } }: { email: Answer<'GET /emails/:id'> }) {
  const others: Record<string, ReactNode> = {
    'email.created': sentAgainFrom !== null && <OtherEmail emailId={sentAgainFrom} label={t.emails.openFirst} />,
    'email.sent_again': sentAgainAs !== null && <OtherEmail emailId={sentAgainAs} label={t.emails.openNew} />,
  }
  const items = timeline.map(({ type, timestamp, data }, index) => ({
    id: `${index} ${type}`,
    what: t.emails.happenings[type] ?? type,
    when: <ExactMoment at={timestamp} />,
    more: others[type] || happeningText(data),
  }))
  return <Timeline label={t.emails.timeline} items={items} />
}
