// What would take longer stands still, and its end may be a date that no text can hold.
const LONGEST_MS = 10 * 365 * 86_400_000

/** What is known of a campaign's sending. */
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
  /** How long earlier pauses took together. */
  pausedMs: number
}

/** The rates of a campaign, each in percent of what was sent, and how fast it goes. */
export interface CampaignRates {
  openRate: number
  clickRate: number
  bounceRate: number
  deliveryRate: number
  complaintRate: number
  unsubscribeRate: number
  /** Null before it began, and once it was cancelled. */
  recipientsPerSecond: number | null
  /** Null unless it is being sent and moves. */
  estimatedCompletionAt: Date | null
}

/** Works out the rates of a campaign as of `now`. */
export function campaignRates(campaign: CampaignProgress, now: Date): CampaignRates {
  const { sentCount } = campaign
  const perSecond = settledPerSecond(campaign, now)
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

function settledPerSecond(campaign: CampaignProgress, now: Date): number | null {
  const { status, startedAt, sentAt, pausedAt, pausedMs } = campaign
  // When a cancelled campaign stopped is not noted, so that its speed would seem to fall for ever.
  if (!startedAt || status === 'CANCELLED') return null
  const endMs = (sentAt ?? pausedAt ?? now).getTime()
  const activeMs = endMs - startedAt.getTime() - pausedMs
  return activeMs > 0 ? (1_000 * settledOf(campaign)) / activeMs : 0
}

function settledOf({ sentCount, failedCount, skippedCount }: CampaignProgress): number {
  return sentCount + failedCount + skippedCount
}

function completionAt(campaign: CampaignProgress, perSecond: number | null, now: Date): Date | null {
  if (campaign.status !== 'SENDING' || campaign.pausedAt || !perSecond) return null
  const left = Math.max(0, campaign.totalRecipients - settledOf(campaign))
  const leftMs = (1_000 * left) / perSecond
  return leftMs > LONGEST_MS ? null : new Date(now.getTime() + leftMs)
}
