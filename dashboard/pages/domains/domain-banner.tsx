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
  const missing = records.filter((record) => record.required && !record.verified).length
  const kind = verified ? 'good' : status === 'FAILED' ? 'bad' : 'info'
  const title = { good: t.domains.verifiedTitle, bad: t.reasons.domains.what, info: t.domains.pendingTitle }[kind]
  return (
    <Banner kind={kind} title={title}>
      {kind === 'bad' && <p>{t.reasons.domains.why}</p>}
      {/* The records below say which ones. */}
      {lastCheckedAt !== null && missing > 0 ? (
        <p>{t.domains.missing(missing)}</p>
      ) : (
        message !== null && <p className="break-words">{message}</p>
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
