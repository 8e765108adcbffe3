import { formatNumber, formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Panel } from '../../../ui/panel.js'
import type { CampaignStats } from '../campaign.js'
import { outcomesOf } from './funnel.js'
import { RecipientsLink } from './recipients-link.js'

/** The number of recipients with each other outcome, with links to their emails. */
export function OutcomesPanel({ stats, campaignId }: { stats: CampaignStats; campaignId: string }) {
  const sent = formatNumber(stats.sentCount)
  return (
    <Panel title={t.campaigns.outcomes}>
      <ul className="divide-y divide-line">
        {outcomesOf(stats).map(({ name, count, percent }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-3 px-4 py-2">
            <RecipientsLink campaignId={campaignId} outcome={name}>
              {t.campaigns[name]}
            </RecipientsLink>
            <span className="tabular-nums">
              <span className="font-semibold">{formatNumber(count)}</span>{' '}
              {percent !== null && <span className="text-muted">{t.campaigns.ofSent(formatRate(percent), sent)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
