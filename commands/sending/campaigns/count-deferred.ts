import type { CampaignRecord } from '../../../models/campaign.js'
import type { DeferralReason } from '../../../models/domain/deferral.js'
import { Email } from '../../../models/email.js'
import { scan } from '../../base/listing/scan.js'

/** How many recipients of a campaign wait, by reason. */
export type DeferredCounts = Partial<Record<DeferralReason, number>>

/**
 * Counts the waiting recipients of a campaign by reason. While the campaign is paused, all recipients without an
 * outcome wait for that reason.
 */
export async function countDeferred(campaign: CampaignRecord): Promise<DeferredCounts> {
  const { _id: campaignId, projectId, pausedAt, totalRecipients, sentCount, failedCount, skippedCount } = campaign
  if (pausedAt) return { campaign_paused: Math.max(0, totalRecipients - sentCount - failedCount - skippedCount) }
  const deferred = {
    projectId,
    listedStatus: 'PENDING',
    campaignId,
    'deferred.reason': { $nin: [null, 'unknown_outcome'] },
  }
  const open = { projectId, campaignId, status: 'SENDING' as const, 'deferred.reason': 'unknown_outcome' as const }
  const [waiting, unknown] = await Promise.all([
    scan(projectId, (limits) =>
      Email.aggregate<{ _id: DeferralReason; count: number }>([
        { $match: deferred },
        { $group: { _id: '$deferred.reason', count: { $sum: 1 } } },
      ])
        .option({ ...limits, hint: 'by_status' })
        .exec(),
    ),
    scan(projectId, (limits) => Email.countDocuments(open, limits).hint('unknown_outcome')),
  ])
  const counts: DeferredCounts = Object.fromEntries(waiting.map(({ _id, count }) => [_id, count]))
  return unknown > 0 ? { ...counts, unknown_outcome: unknown } : counts
}
