import { useQuery } from '@tanstack/react-query'
import { every } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { ExactMoment } from '../../../shared/moment.js'
import { Banner } from '../../../ui/banner.js'
import { PageHeader, Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { CampaignMenu } from '../campaign-menu.js'
import { CampaignStatus } from '../campaign-status.js'
import { CampaignSummary } from '../campaign-summary.js'
import type { Campaign } from '../campaign.js'
import { Funnel } from './funnel-panel.js'
import { LinksPanel } from './links-panel.js'
import { OutcomesPanel } from './outcomes-panel.js'
import { SentMail } from './sent-mail.js'
import { SeriesPanel } from './series-panel.js'

// Opens and clicks arrive for days.
const POLL_MS = 30_000

/** The outcomes of a finished campaign. */
export function Results({ campaign }: { campaign: Campaign }) {
  const { id, projectId, status, sentAt } = campaign
  const {
    data: stats,
    error,
    refetch,
  } = useQuery({
    ...read('GET /campaigns/:id/stats', { projectId, params: { id } }),
    refetchInterval: every(POLL_MS),
  })
  const note = (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <CampaignStatus campaign={campaign} />
      {sentAt !== null && <ExactMoment at={sentAt} />}
    </span>
  )
  return (
    <>
      <PageHeader title={campaign.name} note={note}>
        <CampaignMenu campaign={campaign} />
      </PageHeader>
      {status === 'CANCELLED' && <Banner>{t.campaigns.cancelledText}</Banner>}
      <div className="flex flex-col gap-4">
        {stats ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Funnel stats={stats} campaignId={id} />
            <OutcomesPanel stats={stats} campaignId={id} />
          </div>
        ) : (
          <Panel>{error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={5} />}</Panel>
        )}
        <SeriesPanel campaignId={id} />
        <LinksPanel campaignId={id} />
        <CampaignSummary campaign={campaign} />
        <SentMail campaign={campaign} />
      </div>
    </>
  )
}
