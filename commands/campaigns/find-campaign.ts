import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'

/** The ids of a campaign and its project. */
export interface CampaignRef {
  projectId: string
  campaignId: string
}

/** A changed campaign and the entries that follow. */
export interface CampaignChanged {
  campaign: CampaignRecord
  entries: OutboxEntry[]
}

/** The entry that starts the Temporal workflow execution of a campaign, or signals a change to it. */
export function entryOf({ _id, projectId }: CampaignRecord): OutboxEntry {
  return { kind: 'campaign', projectId, id: _id }
}

/** Reads a campaign. Throws CAMPAIGN_NOT_FOUND. */
export async function findCampaign({ projectId, campaignId }: CampaignRef): Promise<CampaignRecord> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (!campaign) throw notFound('campaign', campaignId)
  return campaign
}

/** The error of a refused change of a campaign: CAMPAIGN_NOT_FOUND, or CONFLICT with its state. */
export async function stateConflict({ projectId, campaignId }: CampaignRef, verb: string): Promise<AppError> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }, { status: 1, pausedAt: 1 }).lean()
  if (!campaign) return notFound('campaign', campaignId)
  const state = campaign.pausedAt ? 'paused' : campaign.status
  return new AppError('CONFLICT', `A campaign that is ${state} cannot be ${verb}`, {
    details: { status: campaign.status },
  })
}
