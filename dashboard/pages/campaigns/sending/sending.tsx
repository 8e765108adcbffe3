import { useQuery } from '@tanstack/react-query'
import { every } from '../../../api/polling.js'
import { read } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { PageHeader, Panel } from '../../../ui/panel.js'
import { ProgressBar } from '../../../ui/progress-bar.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { CampaignMenu } from '../campaign-menu.js'
import { CampaignStatus } from '../campaign-status.js'
import { resolvedOf, shownStatus, type Campaign, type CampaignStats } from '../campaign.js'
import { DeferredList } from './deferred-list.js'
import { PausedBanner } from './paused-banner.js'
import { SendingActions } from './sending-actions.js'
import { SendingFigures } from './sending-figures.js'

const POLL_MS = 2_000

/** A running campaign: its progress, its rate, its deferred recipients with the reasons, and its actions. */
export function Sending({ campaign }: { campaign: Campaign }) {
  const { id, projectId } = campaign
  const {
    data: stats,
    error,
    refetch,
  } = useQuery({
    ...read('GET /campaigns/:id/stats', { projectId, params: { id } }),
    refetchInterval: every(POLL_MS),
  })
  return (
    <>
      <PageHeader title={campaign.name} note={<CampaignStatus campaign={campaign} />}>
        <SendingActions campaign={campaign} counts={stats ?? campaign} />
        <CampaignMenu campaign={campaign} />
      </PageHeader>
      {shownStatus(campaign) === 'PAUSED' && <PausedBanner campaign={campaign} />}
      {stats ? (
        <Progress stats={stats} campaign={campaign} />
      ) : (
        <Panel>{error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />}</Panel>
      )}
      {stats && error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
    </>
  )
}

function Progress({ stats, campaign }: { stats: CampaignStats; campaign: Campaign }) {
  const done = resolvedOf(stats)
  const total = stats.totalRecipients
  const note = t.campaigns.doneOf(formatNumber(done), formatNumber(total))
  return (
    <div className="flex flex-col gap-4">
      <Panel isPadded>
        <ProgressBar label={t.campaigns.done} value={done} total={total === 0 ? null : total} note={note} />
        {total === 0 && <p className="mt-2 text-small text-muted">{t.campaigns.counting}</p>}
      </Panel>
      <SendingFigures stats={stats} campaign={campaign} />
      <DeferredList deferred={stats.deferred} />
    </div>
  )
}
