import { batchesAfter, CampaignBatch, UNCLAIMED, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Campaign } from '../../models/campaign.js'
import { resolveAbandonedClaims } from '../../commands/campaigns/resolve-abandoned-claims.js'
import type { CampaignRef } from '../../commands/campaigns/find-campaign.js'
import { isResolved } from '../../commands/campaigns/finish-campaign.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { deliverOne } from '../delivery/deliver-one.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import type { CampaignDeps } from './deps.js'
import { emailsOf } from './send-batch.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

const RESOLVE_MS = 20_000
const CONCURRENCY = 16
// A live worker resolves its own claims within this time.
const CLAIM_MS = 10_000

/**
 * Resolves the claimed recipients of a cancelled campaign and deletes the rest of its audience, for up to 20 seconds.
 * Waiting emails are skipped; the hand-overs of a dead worker are resolved as unknown outcomes. False while unresolved
 * recipients remain.
 */
export async function resolveCancelled(deps: CampaignDeps, { projectId, campaignId }: CampaignRef): Promise<boolean> {
  const deadline = Date.now() + RESOLVE_MS
  const isOver = (): boolean => Date.now() > deadline || deps.isStopping()
  const lastClaim = new Date(databaseNow().getTime() - CLAIM_MS)
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (campaign) await resolveAbandonedClaims(campaign, { until: lastClaim })
  // No worker resolves the older claims of a deleted campaign: delete their batches too.
  const free = campaign ? UNCLAIMED : { 'claims.at': { $not: { $gt: lastClaim } } }
  for (let after = campaignId; !isOver();) {
    const batch = await CampaignBatch.findOne({ projectId, ...batchesAfter(campaignId, after), ...free })
      .sort({ _id: 1 })
      .lean()
    if (!batch) return isResolved({ projectId, campaignId })
    if (await resolveBatch(deps, batch, isOver)) await CampaignBatch.deleteOne({ _id: batch._id, projectId, ...free })
    after = batch._id
  }
  return false
}

async function resolveBatch(deps: CampaignDeps, batch: CampaignBatchRecord, isOver: () => boolean): Promise<boolean> {
  // No message of a cancelled campaign leaves, so that none needs a permit.
  const withoutRate = { ...deps, acquirePermit: async () => 0 }
  const unresolved = (await emailsOf(batch)).filter(({ status }) => UNRESOLVED_STATUSES.includes(status))
  let deferred = 0
  await mapConcurrent(unresolved, CONCURRENCY, async ({ _id }) => {
    if (isOver() || (await deliverOne(withoutRate, batch.projectId, _id)).state === 'deferred') deferred += 1
  })
  return deferred === 0
}
