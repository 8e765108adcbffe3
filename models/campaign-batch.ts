import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * A batch of a campaign's frozen audience, kept until all its contacts are resolved. The freeze numbers batches and
 * stores them in that order, while earlier ones are being sent. An email is the claim on its contact: the id of the
 * email derives from the batch and the contact's place, so that a contact cannot be claimed twice.
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

const DIGITS = 8

/** The id of a batch of a campaign by its number. The ids sort by the numbers. */
export const batchIdOf = (campaignId: string, number: number): string =>
  `${campaignId}:${String(number).padStart(DIGITS, '0')}`

/** Filter for the batches of a campaign after the batch `id`; for all its batches if `id` is the campaign's id. */
export const batchesAfter = (campaignId: string, id: string) => {
  // The semicolon is the next character after the colon.
  return { _id: { $gt: id, $lt: `${campaignId};` } }
}
