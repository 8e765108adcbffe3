import { Campaign } from '../../models/campaign.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import type { CampaignRef } from './campaign-ref.js'

/** Why a campaign could not be changed: CAMPAIGN_NOT_FOUND, or CONFLICT with its state. */
export async function wrongState({ projectId, campaignId }: CampaignRef, verb: string): Promise<AppError> {
  const known = await Campaign.findOne({ _id: campaignId, projectId }, { status: 1, pausedAt: 1 }).lean()
  if (!known) return notFound('campaign', campaignId)
  const state = known.pausedAt ? 'paused' : known.status
  return new AppError('CONFLICT', `A campaign that is ${state} cannot be ${verb}`, {
    details: { status: known.status },
  })
}
