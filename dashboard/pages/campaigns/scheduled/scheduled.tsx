import { formatRelative } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { AudienceCount } from '../../../shared/audience-count.js'
import { Readings } from '../../../shared/date-time-field.js'
import { browserZone } from '../../../shared/zones.js'
import { PageHeader, Panel } from '../../../ui/panel.js'
import { CampaignMenu } from '../campaign-menu.js'
import { CampaignStatus } from '../campaign-status.js'
import { CampaignSummary } from '../campaign-summary.js'
import type { Campaign } from '../campaign.js'
import { countedAudience } from '../composer/audience-count-of.js'
import { fieldsOf } from '../composer/draft.js'
import { ScheduledActions } from './scheduled-actions.js'

/** The page of a scheduled campaign. */
export function Scheduled({ campaign }: { campaign: Campaign }) {
  const { timezone } = useProject()
  const at = campaign.scheduledFor ?? new Date().toISOString()
  return (
    <>
      <PageHeader title={campaign.name} note={<CampaignStatus campaign={campaign} />}>
        <ScheduledActions campaign={campaign} />
        <CampaignMenu campaign={campaign} />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2">
        <Panel title={t.campaigns.scheduled(formatRelative(new Date(at), new Date()))} isPadded>
          <Readings at={at} zones={[timezone, browserZone()]} />
          <p className="mt-3 mb-3 text-muted">{t.campaigns.scheduledText}</p>
          <AudienceCount audience={countedAudience(fieldsOf(campaign))} hasSample={false} />
        </Panel>
        <CampaignSummary campaign={campaign} />
      </div>
    </>
  )
}
