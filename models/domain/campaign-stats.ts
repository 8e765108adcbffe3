// A longer estimate means that the campaign makes no progress. A `Date` may not even hold the end.
const LONGEST_MS = 10 * 365 * 86_400_000

/** The counters and times of a campaign that its rates are computed from. */
export interface CampaignProgress {
  status: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'CANCELLED'
  totalRecipients: number
  sentCount: number
  deliveredCount: number
  openedCount: number
  clickedCount: number
  bouncedCount: number
  complainedCount: number
  unsubscribedCount: number
  failedCount: number
  skippedCount: number
  startedAt: Date | null
  sentAt: Date | null
  pausedAt: Date | null
  /** Total length of the earlier pauses. */
  pausedMs: number
}

/** Rates of a campaign, in percent of the sent messages, and its speed. */
export interface CampaignRates {
  openRate: number
  clickRate: number
  bounceRate: number
  deliveryRate: number
  complaintRate: number
  unsubscribeRate: number
  /** Null before the campaign began, and after its cancellation. */
  recipientsPerSecond: number | null
  /** Null unless the campaign is being sent and makes progress. */
  estimatedCompletionAt: Date | null
}

/** Computes the rates of a campaign as of `now`. */
export function campaignRates(campaign: CampaignProgress, now: Date): CampaignRates {
  const { sentCount } = campaign
  const perSecond = resolvedPerSecond(campaign, now)
  return {
    openRate: percent(campaign.openedCount, sentCount),
    clickRate: percent(campaign.clickedCount, sentCount),
    bounceRate: percent(campaign.bouncedCount, sentCount),
    deliveryRate: percent(campaign.deliveredCount, sentCount),
    complaintRate: percent(campaign.complainedCount, sentCount),
    unsubscribeRate: percent(campaign.unsubscribedCount, sentCount),
    recipientsPerSecond: perSecond === null ? null : toHundredths(perSecond),
    estimatedCompletionAt: completionAt(campaign, perSecond, now),
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : toHundredths((100 * part) / whole)
}

function toHundredths(value: number): number {
  return Math.round(100 * value) / 100
}

function resolvedPerSecond(campaign: CampaignProgress, now: Date): number | null {
  const { status, startedAt, sentAt, pausedAt, pausedMs } = campaign
  // The time of a cancellation is not stored, so the speed would seem to fall forever.
  if (!startedAt || status === 'CANCELLED') return null
  const endMs = (sentAt ?? pausedAt ?? now).getTime()
  const activeMs = endMs - startedAt.getTime() - pausedMs
  return activeMs > 0 ? (1_000 * resolvedOf(campaign)) / activeMs : 0
}

function resolvedOf({ sentCount, failedCount, skippedCount }: CampaignProgress): number {
  return sentCount + failedCount + skippedCount
}

function completionAt(campaign: CampaignProgress, perSecond: number | null, now: Date): Date | null {
  if (campaign.status !== 'SENDING' || campaign.pausedAt || !perSecond) return null
  const left = Math.max(0, campaign.totalRecipients - resolvedOf(campaign))
  const leftMs = (1_000 * left) / perSecond
  return leftMs > LONGEST_MS ? null : new Date(now.getTime() + leftMs)
}
