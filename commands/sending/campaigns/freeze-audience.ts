import { batchIdOf, CampaignBatch, type CampaignBatchRecord } from '../../../models/campaign-batch.js'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { keepSuppressed } from '../../audience/contacts/by-suppression.js'
import { findInBatch, nextContactBatch } from '../../audience/contacts/contact-batches.js'
import { recipientsOf } from '../../audience/contacts/audience.js'
import { estimateRecipients } from './estimate-recipients.js'

// A batch holds eight groups of the largest size.
const RECIPIENTS_A_BATCH = 2_400
const MAX_PARTS = 4

/** The progress of a freeze: the last contact read, and the numbers of batches and recipients so far. */
export interface FreezeProgress {
  after: string | null
  batches: number
  total: number
  isDone: boolean
}

/** The progress before the first batch. */
export const UNFROZEN: FreezeProgress = { after: null, batches: 0, total: 0, isDone: false }

/**
 * Decides once how many parts send to the audience concurrently, by a new estimate of its size. Returns the updated
 * campaign.
 */
export async function divideAudience(campaign: CampaignRecord): Promise<CampaignRecord> {
  const { _id, projectId } = campaign
  if (campaign.parts > 0) return campaign
  const totalRecipients = await estimateRecipients(campaign)
  const parts = Math.min(MAX_PARTS, Math.max(1, Math.ceil(totalRecipients / RECIPIENTS_A_BATCH)))
  await Campaign.updateOne({ _id, projectId, parts: 0 }, { $set: { parts, totalRecipients } }, { timestamps: false })
  return Campaign.findOne({ _id, projectId }).orFail().lean()
}

/**
 * Stores the next batch of a campaign's audience, without suppressed addresses. A repeated call returns the progress of
 * the stored batch, even if the contacts have changed since. Returns null when the audience accepts no more contacts,
 * because the campaign was cancelled or its audience is closed. Throws as `recipientsOf` does.
 */
export async function freezeBatch(campaign: CampaignRecord, progress: FreezeProgress): Promise<FreezeProgress | null> {
  const { _id: campaignId, projectId } = campaign
  const _id = batchIdOf(campaignId, progress.after)
  const existing = await CampaignBatch.findOne({ _id, projectId }).lean()
  if (existing) return progressTo(existing)
  // Every batch means the same day, also after midnight.
  const condition = await recipientsOf(campaign, campaign.startedAt ?? new Date())
  const { found, until } = await findInBatch(await nextContactBatch(projectId, progress.after), {
    condition,
    shown: ['email'],
    limit: RECIPIENTS_A_BATCH,
  })
  const contactIds = (await keepSuppressed(projectId, found, false)).map(({ _id: contactId }) => contactId)
  const { batches, total } = progress
  // An empty batch is stored too: a repeated call might read other contacts and end elsewhere.
  const batch = { campaignId, contactIds, until, batches: batches + 1, total: total + contactIds.length }
  return inTransaction(async (session) => {
    // A worker that lost its heartbeat may still run, and must not store a batch again that was sent and deleted. It
    // conflicts with the close of the audience, because both write to the campaign.
    const open = { _id: campaignId, projectId, status: 'SENDING', frozenAt: null } as const
    const { matchedCount } = await Campaign.updateOne(open, { $inc: { guard: 1 } }, { session, timestamps: false })
    if (matchedCount === 0) return null
    const stored = await CampaignBatch.findOneAndUpdate(
      { _id, projectId },
      { $setOnInsert: { ...batch, part: batches % campaign.parts, baseId: newId(), sendingSince: null } },
      { upsert: true, returnDocument: 'after', session },
    )
      .orFail()
      .lean()
    return progressTo(stored)
  })
}

/** Stores the size of the frozen audience in the campaign. No contact joins the audience afterwards. */
export async function closeAudience({ _id, projectId }: CampaignRecord, total: number): Promise<void> {
  await Campaign.updateOne(
    { _id, projectId, frozenAt: null },
    { $set: { totalRecipients: total, frozenAt: new Date() } },
    { timestamps: false },
  )
}

function progressTo({ until, batches, total }: CampaignBatchRecord): FreezeProgress {
  return { after: until, batches, total, isDone: until === null }
}
