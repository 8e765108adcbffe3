import { formatExact, formatNumber, formatRate, formatTime } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Stat } from '../../../ui/stat.js'
import { percentOf, resolvedOf, shownStatus, type Campaign, type CampaignStats } from '../campaign.js'
import { durationText } from '../duration-text.js'

/** The send rate of a running campaign, and the outcomes of its emails so far. */
export function SendingFigures({ stats, campaign }: { stats: CampaignStats; campaign: Campaign }) {
  const { sentCount, deliveredCount, bouncedCount, failedCount, skippedCount, recipientsPerSecond } = stats
  const rate =
    recipientsPerSecond === null ? t.campaigns.noRate : t.campaigns.perSecond(formatNumber(recipientsPerSecond))
  const left = leftOf(stats, campaign)
  const remaining = Math.max(0, stats.totalRecipients - resolvedOf(stats))
  const ofSent = (part: number): string | undefined => {
    const percent = percentOf(part, sentCount)
    return percent === null ? undefined : t.campaigns.ofSent(formatRate(percent), formatNumber(sentCount))
  }
  return (
    <div className="grid grid-cols-2 gap-3 wide:grid-cols-4">
      <Stat label={t.campaigns.sent} value={formatNumber(sentCount)} />
      <Stat label={t.campaigns.left} value={formatNumber(remaining)} />
      <Stat label={t.campaigns.rate} value={rate} />
      <Stat label={t.campaigns.timeLeft} value={left.value} note={left.note} />
      <Stat label={t.campaigns.delivered} value={formatNumber(deliveredCount)} note={ofSent(deliveredCount)} />
      <Stat label={t.campaigns.bounced} value={formatNumber(bouncedCount)} note={ofSent(bouncedCount)} />
      <Stat label={t.campaigns.failed} value={formatNumber(failedCount)} />
      <Stat label={t.campaigns.skipped} value={formatNumber(skippedCount)} />
    </div>
  )
}

function leftOf({ estimatedCompletionAt }: CampaignStats, campaign: Campaign): { value: string; note?: string } {
  if (shownStatus(campaign) === 'PAUSED') return { value: t.campaigns.statuses.PAUSED }
  if (estimatedCompletionAt === null) return { value: t.campaigns.noRate }
  const end = new Date(estimatedCompletionAt)
  const seconds = (end.getTime() - Date.now()) / 1_000
  const isToday = seconds < 12 * 3_600
  return {
    value: durationText(seconds),
    note: t.campaigns.leftUntil(isToday ? formatTime(end) : formatExact(end)),
  }
}
