import { formatNumber, formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Panel } from '../../../ui/panel.js'
import type { CampaignStats } from '../campaign.js'
import { stagesOf, widthOf, type Stage } from './funnel.js'
import { RecipientsLink } from './recipients-link.js'

/** The number of recipients at each stage. */
export function Funnel({ stats, campaignId }: { stats: CampaignStats; campaignId: string }) {
  const stages = stagesOf(stats)
  return (
    <Panel title={t.campaigns.funnel} isPadded>
      <ol className="flex flex-col gap-3">
        {stages.map((stage) => (
          <li key={stage.name}>
            <div className="mb-1 flex flex-wrap justify-between gap-x-3">
              <RecipientsLink campaignId={campaignId} outcome={stage.name}>
                {t.campaigns[stage.name]}
              </RecipientsLink>
              <span className="tabular-nums">
                <span className="font-semibold">{formatNumber(stage.count)}</span>{' '}
                <span className="text-muted">{shareOf(stage, stats)}</span>
              </span>
            </div>
            <div aria-hidden className="h-3 rounded-full bg-raised">
              <div className="h-full rounded-full bg-accent" style={{ width: `${widthOf(stage, stages)}%` }} />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function shareOf({ name, percent }: Stage, { sentCount, totalRecipients }: CampaignStats): string {
  if (percent === null) return ''
  if (name === 'sent') return t.campaigns.ofRecipients(formatRate(percent), formatNumber(totalRecipients))
  return t.campaigns.ofSent(formatRate(percent), formatNumber(sentCount))
}
