import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** Clicks of persons on a link of a campaign, to be added to its counters. */
export interface LinkClicks {
  campaignId: string
  url: string | null
  clicks: number
  uniqueClicks: number
  firstClickAt: Date
  lastClickAt: Date
}

/** The clicks of people on one link of a campaign. */
export interface CampaignLinkRecord extends LinkClicks {
  /** `<campaignId>:<hash of the url>`. */
  _id: string
  projectId: string
  /** The address as the body of the campaign has it, in Liquid; null: the clicks on all addresses beyond these. */
  url: string | null
  /** The number of emails of which the link was followed. */
  uniqueClicks: number
}

const campaignLinkSchema = new Schema<CampaignLinkRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    campaignId: { type: String, required: true },
    url: { type: String, default: null },
    clicks: { type: Number, required: true },
    uniqueClicks: { type: Number, required: true },
    firstClickAt: { type: Date, required: true },
    lastClickAt: { type: Date, required: true },
  },
  { collection: 'campaign_links', strict: 'throw', minimize: false },
)
// GET /campaigns/{id}/links; DELETE /campaigns/{id}; the reset and the deletion of a project.
campaignLinkSchema.index({ projectId: 1, campaignId: 1 })
shardByProject(campaignLinkSchema)

export const CampaignLink = ownedModel<CampaignLinkRecord>('CampaignLink', campaignLinkSchema)
