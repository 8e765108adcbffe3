import { model, Schema } from 'mongoose'

/**
 * A worker's claim on contacts of a batch: those at the indexes `from` to below `to`. `emailIds` are the ids of their
 * emails in the same order. Each email is stored once, with its outcome; until then the claim stands for it.
 */
export interface CampaignClaim {
  id: string
  from: number
  to: number
  at: Date
  emailIds: string[]
}

/**
 * A batch of a campaign's frozen audience, kept until all its contacts are resolved. Its id contains the contact it
 * begins after, so that a repeated freeze stores it once.
 */
export interface CampaignBatchRecord {
  _id: string
  projectId: string
  campaignId: string
  /** The part of the campaign that sends to the batch. */
  part: number
  contactIds: string[]
  /** How many contacts have been claimed: each is claimed once. */
  claimed: number
  /** The open claims: not all of their emails are stored yet. */
  claims: CampaignClaim[]
  /** The last contact that the freeze visited for this batch; null when no contact is left. */
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
    claimed: { type: Number, default: 0 },
    claims: { type: Schema.Types.Mixed, default: [] },
    until: { type: String, default: null },
    batches: { type: Number, required: true },
    total: { type: Number, required: true },
  },
  { collection: 'campaign_batches', strict: 'throw' },
)
// POST /campaigns/{id}/send: the next batch of a part, in order.
campaignBatchSchema.index({ campaignId: 1, part: 1, _id: 1 })
// Every look-up of open claims, such as DELETE /contacts/{id} and POST /campaigns/{id}/cancel; few batches have any.
campaignBatchSchema.index({ projectId: 1, 'claims.at': 1 })

export const CampaignBatch = model('CampaignBatch', campaignBatchSchema)

/** The id of the batch of a campaign that begins after a contact; null for the first batch. */
export const batchIdOf = (campaignId: string, after: string | null): string => `${campaignId}:${after ?? ''}`

/** Filter for the batches of a campaign after one of them, by id; for all batches after the campaign's own id. */
export const batchesAfter = (campaignId: string, id: string) => {
  // The semicolon is the next character after the colon.
  return { _id: { $gt: id, $lt: `${campaignId};` } }
}

/** Filter for batches without open claims. */
export const UNCLAIMED = { 'claims.0': { $exists: false } } as const
