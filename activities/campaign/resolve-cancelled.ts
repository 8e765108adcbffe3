import { batchesOf } from '../../models/domain/batches-of.js'
import { findBatchEmails } from '../../commands/sending/campaigns/batch-emails.js'
import type { CampaignRef } from '../../commands/sending/campaigns/find-campaign.js'
import { hasAllOutcomes } from '../../commands/sending/campaigns/finish-campaign.js'
import { batchesAfter, CampaignBatch, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { allResults, deliver } from '../delivery/deliver.js'
import type { CampaignDeps } from './deps.js'

const RESOLVE_MS = 20_000
const GROUP_SIZE = 200
// A live slice ends within this time, and leaves its batch.
const SLICE_ENDS_WITHIN_MS = 30_000

/**
 * Resolves the claimed recipients of a cancelled campaign and deletes the rest of its audience, for up to 20 seconds.
 * Waiting emails are skipped; the submissions of a dead worker are resolved as unknown outcomes. False while unresolved
 * recipients remain.
 */
export async function resolveCancelled(deps: CampaignDeps, { projectId, campaignId }: CampaignRef): Promise<boolean> {
  const deadline = Date.now() + RESOLVE_MS
  const isOver = (): boolean => Date.now() > deadline || deps.isStopping()
  const free = { sendingSince: { $not: { $gt: new Date(databaseNow().getTime() - SLICE_ENDS_WITHIN_MS) } } }
  for (let after = campaignId; !isOver();) {
    const batch = await CampaignBatch.findOne({ projectId, ...batchesAfter(campaignId, after), ...free })
      .sort({ _id: 1 })
      .lean()
    if (!batch) return hasAllOutcomes({ projectId, campaignId })
    if (await resolveBatch(deps, batch, isOver)) await CampaignBatch.deleteOne({ _id: batch._id, projectId, ...free })
    after = batch._id
  }
  return false
}

async function resolveBatch(deps: CampaignDeps, batch: CampaignBatchRecord, isOver: () => boolean): Promise<boolean> {
  const { projectId } = batch
  const unresolved = (await findBatchEmails(batch)).filter(({ status }) => UNRESOLVED_STATUSES.includes(status))
  let left = unresolved.length
  for (const group of batchesOf(unresolved, GROUP_SIZE)) {
    if (isOver()) break
    // No message of a cancelled campaign leaves, so that none needs a permit.
    const deliveries = group.map(({ _id: emailId }) => ({ email: { projectId, emailId } }))
    const results = await allResults(deliver(deps, deliveries))
    left -= [...results.values()].filter(({ state }) => state !== 'deferred').length
  }
  return left === 0
}
