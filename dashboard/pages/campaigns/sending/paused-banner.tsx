import { formatExactRate, formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { ExactMoment } from '../../../shared/moment.js'
import { Banner } from '../../../ui/banner.js'
import { TextLink } from '../../../ui/link.js'
import type { Campaign } from '../campaign.js'

/** Why a campaign is paused, and how it continues. */
export function PausedBanner({ campaign: { pausedAt, pausedReason, pausedFigures } }: { campaign: Campaign }) {
  const { id: projectId, disabledReason } = useProject()
  const since = pausedAt === null ? null : <ExactMoment at={pausedAt} />
  if (pausedReason === null) {
    return (
      <Banner kind="warn" title={t.campaigns.paused}>
        <p>{t.reasons.campaigns.MANUAL.what}</p>
        <p>{t.reasons.campaigns.MANUAL.why}</p>
        <p className="text-muted">{since}</p>
      </Banner>
    )
  }
  const isReputation =
    pausedReason === 'EMAIL_REPUTATION' ||
    (pausedReason === 'PROJECT_DISABLED' && disabledReason === 'EMAIL_REPUTATION')
  const part = isReputation ? 'security' : 'billing'
  const label = isReputation ? t.reasons.next.reputation : t.reasons.next.billing
  const reason = t.reasons.campaigns[pausedReason]
  const action = (
    <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part }}>
      {label}
    </TextLink>
  )
  return (
    <Banner kind="bad" title={t.campaigns.paused} {...(disabledReason === 'MANUAL' ? {} : { action })}>
      <p>{reason.what}</p>
      {pausedReason === 'PROJECT_DISABLED' && disabledReason && <p>{t.shell.disabledReasons[disabledReason]}</p>}
      {pausedFigures && <Figures figures={pausedFigures} />}
      <p>{reason.why}</p>
      <p className="text-muted">{since}</p>
    </Banner>
  )
}

function Figures({ figures }: { figures: NonNullable<Campaign['pausedFigures']> }) {
  const { total, bounces, bounceRate, complaints, complaintRate } = figures
  return (
    <p>
      {t.campaigns.pausedFigures(
        formatNumber(total),
        formatNumber(bounces),
        formatExactRate(bounceRate),
        formatNumber(complaints),
        formatExactRate(complaintRate),
      )}
    </p>
  )
}
