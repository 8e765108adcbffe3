import { model, Schema } from 'mongoose'

/**
 * A stretch of a campaign's frozen audience, from the moment it is taken until all its contacts are settled. Its id
 * says where it begins, so that it is taken once, whatever is repeated.
 */
export interface CampaignBatchRecord {
  _id: string
  projectId: string
  campaignId: string
  /** Which part of the campaign sends to it. */
  part: number
  contactIds: string[]
  /** The last contact that was looked at for it; null when none is left. */
  until: string | null
  /** How many batches and recipients the audience has up to this one and with it. */
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
    until: { type: String, default: null },
    batches: { type: Number, required: true },
    total: { type: Number, required: true },
  },
  { collection: 'campaign_batches', strict: 'throw' },
)
// What a part of a campaign has still to send, in its order.
campaignBatchSchema.index({ campaignId: 1, part: 1, _id: 1 })

export const CampaignBatch = model('CampaignBatch', campaignBatchSchema)
