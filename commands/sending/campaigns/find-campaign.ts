import type { ClientSession, QueryFilter, UpdateQuery } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { setOff } from '../../base/outbox/set-off.js'

/** The ids of a campaign and its project. */
export interface CampaignRef {
  projectId: string
  campaignId: string
}

/**
 * Changes the campaign that `filter` matches, and stores the outbox entry that starts its Temporal workflow execution
 * or signals the change to it. `withIt` runs in the same transaction, after the change. Null when no campaign matches.
 */
export async function changeAndEnqueue(
  filter: QueryFilter<CampaignRecord> & { projectId: string },
  update: UpdateQuery<CampaignRecord>,
  withIt?: (session: ClientSession) => Promise<void>,
): Promise<CampaignRecord | null> {
  return inTransaction(async (session) => {
    const options = { returnDocument: 'after', session } as const
    const campaign = await Campaign.findOneAndUpdate(filter, update, options).lean()
    if (!campaign) return null
    await withIt?.(session)
    const { _id, projectId } = campaign
    await setOff(session, { kind: 'campaign', projectId, ids: [_id] })
    return campaign
  })
}

/** Reads a campaign. Throws CAMPAIGN_NOT_FOUND. */
export async function findCampaign({ projectId, campaignId }: CampaignRef): Promise<CampaignRecord> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (!campaign) throw notFound('campaign', campaignId)
  return campaign
}

/** The error for an archived campaign that is to be sent. */
export function archivedConflict({ status }: CampaignRecord): AppError {
  return new AppError('CONFLICT', 'This campaign is archived and cannot be sent', {
    details: { status, reason: 'archived' },
    suggestion: 'Restore it first',
  })
}

/** The error of a refused change of a campaign: CAMPAIGN_NOT_FOUND, or CONFLICT with its state. */
export async function stateConflict({ projectId, campaignId }: CampaignRef, verb: string): Promise<AppError> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }, { status: 1, pausedAt: 1 }).lean()
  if (!campaign) return notFound('campaign', campaignId)
  const state = campaign.pausedAt ? 'paused' : campaign.status
  return new AppError('CONFLICT', `This campaign is ${state} and cannot be ${verb}`, {
    details: { status: campaign.status },
  })
}
