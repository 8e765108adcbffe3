import type { Answer } from '../../api/client.js'
import { formatExact } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { ReasonPanel } from '../../shared/reason-panel.js'
import { TextLink } from '../../ui/link.js'
import { Panel } from '../../ui/panel.js'
import { emailFailure } from './email-reason.js'
import { NextStep } from './next-step.js'
import { WhatNow } from './what-now.js'

type Email = Answer<'GET /emails/:id'>

/** Why an email was not delivered or still waits, and what follows; nothing for any other email. */
export function WhyNot({ email }: { email: Email }) {
  if (email.deferred) return <Waits email={email} deferred={email.deferred} />
  const failure = emailFailure(email)
  if (failure === null) return null
  const wasSent = email.status === 'BOUNCED' || email.status === 'COMPLAINED'
  return (
    <>
      <ReasonPanel
        title={wasSent ? t.emails.whyFailed : t.emails.whyNot}
        reason={failure.reason}
        foreign={failure.foreign}
        action={<NextStep email={email} reason={failure.reason} />}
      />
      <WhatNow email={email} />
    </>
  )
}

function Waits({ email, deferred }: { email: Email; deferred: NonNullable<Email['deferred']> }) {
  const projectId = useProjectId()
  const { campaignId } = email
  return (
    <Panel title={t.emails.waits} isPadded>
      <p>{t.emails.deferrals[deferred.reason]}</p>
      <p className="text-muted">
        {t.emails.waitsSince(formatExact(new Date(deferred.since)))}{' '}
        {deferred.retryAt !== null && t.emails.retriedAt(formatExact(new Date(deferred.retryAt)))}
      </p>
      {deferred.reason === 'campaign_paused' && campaignId !== null && (
        <TextLink to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId }}>
          {t.emails.openCampaign}
        </TextLink>
      )}
    </Panel>
  )
}
