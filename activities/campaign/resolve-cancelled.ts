import { batchesAfter, CampaignBatch, UNCLAIMED, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Campaign } from '../../models/campaign.js'
import { resolveAbandonedClaims } from '../../commands/campaigns/resolve-abandoned-claims.js'
import type { CampaignRef } from '../../commands/campaigns/campaign-ref.js'
import { isResolved } from '../../commands/campaigns/is-resolved.js'
import { UNRESOLVED } from '../../models/domain/email-status.js'
import { deliverOne } from '../delivery/deliver-one.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import type { CampaignDeps } from './deps.js'
import { emailsOf } from './send-batch.js'

const SETTLE_MS = 20_000
const AT_ONCE = 16
// A worker that lives settles what it has claimed by itself.
const LEFT_TO_WORKERS_MS = 10_000

/**
 * Settles what a cancelled campaign has claimed, and forgets the rest of its audience, for up to 20 seconds: what waits
 * is passed over, and what a dead worker was handing over is settled like every message in doubt. False while something
 * is left to be settled.
 */
export async function resolveCancelled(deps: CampaignDeps, { projectId, campaignId }: CampaignRef): Promise<boolean> {
  const deadline = Date.now() + SETTLE_MS
  const isOver = (): boolean => Date.now() > deadline
  const lastClaim = new Date(Date.now() - LEFT_TO_WORKERS_MS)
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (campaign) await resolveAbandonedClaims(campaign, { until: lastClaim })
  // What a deleted campaign had claimed before that is nobody's to settle.
  const free = campaign ? UNCLAIMED : { 'claims.at': { $not: { $gt: lastClaim } } }
  for (let after = campaignId; !isOver();) {
    const batch = await CampaignBatch.findOne({ projectId, ...batchesAfter(campaignId, after), ...free })
      .sort({ _id: 1 })
      .lean()
    if (!batch) return isResolved({ projectId, campaignId })
    if (await settleBatch(deps, batch, isOver)) await CampaignBatch.deleteOne({ _id: batch._id, projectId, ...free })
    after = batch._id
  }
  return false
}

async function settleBatch(deps: CampaignDeps, batch: CampaignBatchRecord, isOver: () => boolean): Promise<boolean> {
  // Nothing of it leaves any more, so that nothing has to wait for its turn to.
  const settling = { ...deps, acquirePermit: async () => 0 }
  const unresolved = (await emailsOf(batch)).filter(({ status }) => UNRESOLVED.includes(status))
  let left = 0
  await mapConcurrent(unresolved, AT_ONCE, async ({ _id }) => {
    if (isOver() || (await deliverOne(settling, batch.projectId, _id)).state === 'deferred') left += 1
  })
  return left === 0
}
