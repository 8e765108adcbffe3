import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * A batch of a campaign's frozen audience, kept until all its contacts are resolved. The id of a batch contains the
 * contact before its first one, so that a repeated freeze stores the batch once. An email is the claim on its contact:
 * the id of the email derives from the batch and the contact's place, so that a contact cannot be claimed twice.
 */
export interface CampaignBatchRecord {
  _id: string
  projectId: string
  campaignId: string
  /** The part of the campaign that sends to the batch. */
  part: number
  contactIds: string[]
  /** The ids of the emails: `idAtPlace(baseId, place)` for the contact at each place. */
  baseId: string
  /** Since when a slice has been sending to the batch; null otherwise. The value remains when a worker dies. */
  sendingSince: Date | null
  /** The last contact that the freeze read for this batch; null when no contact follows. */
  until: string | null
  /** Number of batches and of recipients of the audience, up to and including this batch. */
  batches: number
  total: number
}

const campaignBatchSchema = new Schema<CampaignBatchRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    campaignId: { type: String, required: true },
    part: { type: Number, required: true },
    contactIds: { type: [String], required: true },
    baseId: { type: String, required: true },
    sendingSince: { type: Date, default: null },
    until: { type: String, default: null },
    batches: { type: Number, required: true },
    total: { type: Number, required: true },
  },
  { collection: 'campaign_batches', strict: 'throw' },
)
// POST /campaigns/{id}/send: the next batch of a part, in order.
campaignBatchSchema.index({ campaignId: 1, part: 1, _id: 1 })
// POST /campaigns/{id}/cancel and /pause: the batches whose messages may be in submission; few at any time.
campaignBatchSchema.index(
  { campaignId: 1, sendingSince: 1 },
  { partialFilterExpression: { sendingSince: { $gt: new Date(0) } } },
)
// The reset and the deletion of a project: its batches.
campaignBatchSchema.index({ projectId: 1 })
shardByProject(campaignBatchSchema, '_id')

export const CampaignBatch = ownedModel<CampaignBatchRecord>('CampaignBatch', campaignBatchSchema)

/** The id of the batch of a campaign that begins after a contact; null for the first batch. */
export const batchIdOf = (campaignId: string, after: string | null): string => `${campaignId}:${after ?? ''}`

/** Filter for the batches of a campaign after the batch `id`; for all its batches if `id` is the campaign's id. */
export const batchesAfter = (campaignId: string, id: string) => {
  // The semicolon is the next character after the colon.
  return { _id: { $gt: id, $lt: `${campaignId};` } }
}
