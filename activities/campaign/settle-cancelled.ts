import { CampaignBatch, UNCLAIMED, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Campaign } from '../../models/campaign.js'
import { adoptClaims } from '../../models/commands/campaigns/adopt-claims.js'
import type { CampaignRef } from '../../models/commands/campaigns/campaign-ref.js'
import { UNSETTLED } from '../../models/domain/email-status.js'
import { deliverOne } from '../delivery/deliver-one.js'
import { eachOf } from '../each-of.js'
import type { CampaignDeps } from './deps.js'
import { emailsOf } from './send-batch.js'

const AT_ONCE = 16
// A worker that lives settles what it has claimed by itself.
const LEFT_TO_WORKERS_MS = 10_000

/**
 * Settles what a cancelled campaign has claimed, and forgets the rest of its audience: what waits is passed over, and
 * what a dead worker was handing over is settled like every message in doubt. False while some are in doubt.
 */
export async function settleCancelled(deps: CampaignDeps, { projectId, campaignId }: CampaignRef): Promise<boolean> {
  let isSettled = true
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (campaign) await adoptClaims(campaign, { until: new Date(Date.now() - LEFT_TO_WORKERS_MS) })
  for (let after = ''; ;) {
    const batch = await CampaignBatch.findOne({ projectId, campaignId, _id: { $gt: after } })
      .sort({ _id: 1 })
      .lean()
    if (!batch) return isSettled
    const unsettled = (await emailsOf(batch)).filter(({ status }) => UNSETTLED.includes(status))
    let left = 0
    await eachOf(unsettled, AT_ONCE, async ({ _id }) => {
      const { state } = await deliverOne(deps, projectId, _id)
      if (state === 'putOff') left += 1
    })
    if (left > 0 || !(await forget(batch, campaign !== null))) isSettled = false
    after = batch._id
  }
}

// What a deleted campaign had claimed is nobody's to settle.
async function forget({ _id, projectId }: CampaignBatchRecord, keepsClaims: boolean): Promise<boolean> {
  const { deletedCount } = await CampaignBatch.deleteOne({ _id, projectId, ...(keepsClaims ? UNCLAIMED : {}) })
  return deletedCount > 0
}
