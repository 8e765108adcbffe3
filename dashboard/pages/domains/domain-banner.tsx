import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { Moment } from '../../shared/moment.js'
import { Banner } from '../../ui/banner.js'
import type { Domain, useChecks } from './domains-query.js'

interface DomainBannerProps {
  domain: Domain
  checks: Pick<ReturnType<typeof useChecks>, 'error' | 'isOver'>
  isManager: boolean
}

/** The next step for a domain, or why it does not work. */
export function DomainBanner({ domain, checks, isManager }: DomainBannerProps) {
  const { status, verified, records, message, lastCheckedAt } = domain
  if (records.length === 0) return <Banner kind={verified ? 'good' : 'info'}>{t.domains.allowed}</Banner>
  // The message of the API names one of them.
  const missing = records.filter((record) => record.required && !record.verified && !message?.includes(record.name))
  const kind = verified ? 'good' : status === 'FAILED' ? 'bad' : 'info'
  const title = { good: t.domains.verifiedTitle, bad: t.domains.failedTitle, info: t.domains.pendingTitle }[kind]
  return (
    <Banner kind={kind} title={title}>
      {message !== null && <p className="break-words">{message}</p>}
      {lastCheckedAt !== null && missing.length > 0 && (
        <p className="break-words">
          {t.domains.missing(missing.map(({ type, name }) => `${type} ${name}`).join(', '))}
        </p>
      )}
      <p className="text-muted">{verified ? t.domains.verifiedText : t.domains.pendingText}</p>
      {!verified && isManager && (
        <p className="text-muted">{checks.isOver ? t.domains.checkingEnded : t.domains.checking}</p>
      )}
      {!isManager && <p className="text-muted">{t.domains.membersOnly}</p>}
      {checks.error && (
        <p className="text-bad">
          {t.domains.checkFailed}: {describeError(checks.error).message}
        </p>
      )}
      {lastCheckedAt !== null && (
        <p className="text-small text-muted">
          {t.domains.checkedAt}: <Moment at={lastCheckedAt} />
        </p>
      )}
    </Banner>
  )
}
