import type { Answer } from '../../api/client.js'
import { formatExact } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Panel } from '../../ui/panel.js'

type Email = Answer<'GET /emails/:id'>

/** Why an email was not sent or still waits; nothing for any other email. */
export function WhyNot({ email: { status, error, deferred } }: { email: Email }) {
  if (deferred) {
    return (
      <Panel title={t.emails.waits} isPadded>
        <p>{t.emails.deferrals[deferred.reason]}</p>
        <p className="text-muted">
          {t.emails.waitsSince(formatExact(new Date(deferred.since)))}{' '}
          {deferred.retryAt !== null && t.emails.retriedAt(formatExact(new Date(deferred.retryAt)))}
        </p>
      </Panel>
    )
  }
  const fixes: Partial<Record<Email['status'], string>> = t.emails.fixes
  const fix = fixes[status]
  if (fix === undefined && error === null) return null
  const wasSent = status === 'BOUNCED' || status === 'COMPLAINED'
  return (
    <Panel title={wasSent ? t.emails.whyFailed : t.emails.whyNot} isPadded>
      {error !== null && <p className="font-medium break-words">{error}</p>}
      {fix !== undefined && <p className="text-muted">{fix}</p>}
    </Panel>
  )
}
