import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import type { DeferralReason } from '../../../../models/domain/deferral.js'
import { Panel } from '../../../ui/panel.js'
import type { CampaignStats } from '../campaign.js'

/** The number of deferred recipients, by reason. */
export function DeferredList({ deferred }: { deferred: CampaignStats['deferred'] }) {
  const reasons = Object.entries(deferred).filter(([, count]) => count > 0) as [DeferralReason, number][]
  return (
    <Panel title={t.campaigns.deferred} isPadded>
      {reasons.length === 0 ? (
        <p className="text-muted">{t.campaigns.noDeferred}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {reasons.map(([reason, count]) => (
            <li key={reason}>{t.campaigns.deferredCount(t.emails.deferrals[reason], formatNumber(count))}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
