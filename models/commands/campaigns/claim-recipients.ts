import { CampaignBatch, type CampaignBatchRecord, type CampaignClaim } from '../../campaign-batch.js'
import { newId } from '../../ids.js'

/** Which batch of which campaign. */
export type BatchRef = Pick<CampaignBatchRecord, '_id' | 'projectId' | 'contactIds'>

/**
 * Claims the next contacts of a batch, up to `count`, for handing the campaign's message over to them: nobody else
 * will get them. Null when none is left, or the batch is done. Claims are taken for what is about to leave.
 */
export async function claimRecipients(batch: BatchRef, count: number): Promise<CampaignClaim | null> {
  const { _id, projectId, contactIds } = batch
  const id = newId()
  const emailIds = Array.from({ length: count }, newId)
  const to = { $min: [{ $add: ['$claimed', count] }, contactIds.length] }
  const places = { $subtract: [to, '$claimed'] }
  const claim = { id, from: '$claimed', to, at: new Date(), emailIds: { $slice: [emailIds, places] } }
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
