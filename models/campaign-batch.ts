import { model, Schema } from 'mongoose'

/**
 * Contacts of a batch that a worker has taken to mail them now: those at the places `from` to below `to`, in whose
 * order the ids of their emails are. Their emails are stored once it is known what became of them, each in one write;
 * until then the claim stands for them.
 */
export interface CampaignClaim {
  id: string
  from: number
  to: number
  at: Date
  emailIds: string[]
}

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
  /** How many of them were claimed so far: a contact is claimed once. */
  claimed: number
  /** The claims whose emails are not all stored yet. */
  claims: CampaignClaim[]
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
    claimed: { type: Number, default: 0 },
    claims: { type: Schema.Types.Mixed, default: [] },
    until: { type: String, default: null },
    batches: { type: Number, required: true },
    total: { type: Number, required: true },
  },
  { collection: 'campaign_batches', strict: 'throw' },
)
// What a part of a campaign has still to send, in its order.
campaignBatchSchema.index({ campaignId: 1, part: 1, _id: 1 })
// The few that hold claims, whoever asks for them.
campaignBatchSchema.index({ projectId: 1, 'claims.at': 1 })

export const CampaignBatch = model('CampaignBatch', campaignBatchSchema)

/** The id of the batch of a campaign that begins after a contact, the first after none. */
export const batchIdOf = (campaignId: string, after: string | null): string => `${campaignId}:${after ?? ''}`

/** Finds the batches of a campaign that come after one of them, by their ids alone; all after the campaign's own id. */
export const batchesAfter = (campaignId: string, id: string) => {
  // The character that follows the colon.
  return { _id: { $gt: id, $lt: `${campaignId};` } }
}

/** Finds batches that hold no claims. */
export const UNCLAIMED = { 'claims.0': { $exists: false } } as const
