import type { CampaignRecord } from '../../models/campaign.js'
import type { DeferralReason } from '../../models/domain/deferral.js'
import { Email } from '../../models/email.js'

/** How many recipients of a campaign wait, by reason. */
export type DeferredCounts = Partial<Record<DeferralReason, number>>

/**
 * Counts the waiting recipients of a campaign by reason. While the campaign is paused, all recipients without an
 * outcome wait for that reason.
 */
export async function countDeferred(campaign: CampaignRecord): Promise<DeferredCounts> {
  const { _id: campaignId, projectId, pausedAt, totalRecipients, sentCount, failedCount, skippedCount } = campaign
  if (pausedAt) return { campaign_paused: Math.max(0, totalRecipients - sentCount - failedCount - skippedCount) }
  const [waiting, unknown] = await Promise.all([
    Email.aggregate<{ _id: DeferralReason; count: number }>([
      { $match: { projectId, status: 'PENDING', campaignId, 'deferred.reason': { $nin: [null, 'unknown_outcome'] } } },
      { $group: { _id: '$deferred.reason', count: { $sum: 1 } } },
    ]).hint('by_status'),
    Email.countDocuments({ projectId, campaignId, status: 'SENDING', 'deferred.reason': 'unknown_outcome' }).hint(
      'unknown_outcome',
    ),
  ])
  const counts: DeferredCounts = Object.fromEntries(waiting.map(({ _id, count }) => [_id, count]))
  return unknown > 0 ? { ...counts, unknown_outcome: unknown } : counts
}
