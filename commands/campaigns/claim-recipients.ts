import { CampaignBatch, type CampaignBatchRecord, type CampaignClaim } from '../../models/campaign-batch.js'
import { newId } from '../../runtime/ids.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/** The batch of a campaign that recipients are claimed from. */
export type BatchRef = Pick<CampaignBatchRecord, '_id' | 'projectId' | 'contactIds'>

/**
 * Claims the next contacts of a batch, up to `count`, for the hand-over of the campaign's message: no other claim gets
 * them. Null when none is left, or the batch is done. Only messages that are about to leave are claimed.
 */
export async function claimRecipients(batch: BatchRef, count: number): Promise<CampaignClaim | null> {
  const tried: string[] = []
  return retryWhileUnavailable(async () => (await claimedWith(batch, tried)) ?? claimNext(batch, count, tried))
}

// MongoDB may have applied an earlier try although its reply was lost: its claim is recognised by its id.
async function claimedWith({ _id, projectId }: BatchRef, ids: string[]): Promise<CampaignClaim | null> {
  if (ids.length === 0) return null
  const claims = { $elemMatch: { id: { $in: ids } } }
  const batch = await CampaignBatch.findOne({ _id, projectId, claims }, { claims }).lean()
  return batch?.claims[0] ?? null
}

async function claimNext(batch: BatchRef, count: number, tried: string[]): Promise<CampaignClaim | null> {
  const { _id, projectId, contactIds } = batch
  const id = newId()
  tried.push(id)
  const emailIds = Array.from({ length: count }, newId)
  const to = { $min: [{ $add: ['$claimed', count] }, contactIds.length] }
  const places = { $subtract: [to, '$claimed'] }
  const claim = { id, from: '$claimed', to, at: databaseNow(), emailIds: { $slice: [emailIds, places] } }
  const claimed = await CampaignBatch.findOneAndUpdate(
    { _id, projectId, claimed: { $lt: contactIds.length } },
    [{ $set: { claimed: to, claims: { $concatArrays: ['$claims', [claim]] } } }],
    { updatePipeline: true, returnDocument: 'after', projection: { claims: { $elemMatch: { id } } } },
  ).lean()
  return claimed?.claims[0] ?? null
}

/** Ends a claim whose emails are all stored. */
export async function closeClaim({ _id, projectId }: BatchRef, claimId: string): Promise<void> {
  await CampaignBatch.updateOne({ _id, projectId }, { $pull: { claims: { id: claimId } } })
}
