import { Campaign, type CampaignRecord } from '../../campaign.js'
import { Contact } from '../../contact.js'
import { AppError, notFound } from '../../domain/errors.js'
import { pending, type Intent } from '../../intent.js'
import { recipientsOf } from './audience-of.js'
import { storeContent } from '../emails/store-content.js'

const SENDABLE = ['DRAFT', 'SCHEDULED'] as const
const CANCELLABLE = ['SCHEDULED', 'SENDING'] as const

/** A campaign and what its change set off. */
export interface CampaignChanged {
  campaign: CampaignRecord
  intents: Intent[]
}

/**
 * Moves a campaign to SENDING with the intent to start its durable execution; what it says is fixed here.
 * Throws CAMPAIGN_NOT_FOUND, BAD_REQUEST for an empty audience, CONFLICT in any other state.
 */
export async function sendCampaign(input: {
  projectId: string
  campaignId: string
  retentionDays: number
}): Promise<CampaignChanged> {
  const { projectId, campaignId, retentionDays } = input
  const draft = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (!draft) throw notFound('campaign', campaignId)
  if (!(await Contact.exists(await recipientsOf(draft)))) {
    throw new AppError('BAD_REQUEST', 'The campaign has no recipients')
  }
  const contentId = await storeContent(projectId, draft, retentionDays)
  const campaign = await Campaign.findOneAndUpdate(
    { _id: campaignId, projectId, status: { $in: SENDABLE }, updatedAt: draft.updatedAt },
    { $set: { status: 'SENDING', scheduledFor: null, contentId, dispatch: pending() }, $inc: { sending: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!campaign) throw await wrongState(projectId, campaignId, 'sent')
  return { campaign, intents: [intentOf(campaign)] }
}

/**
 * Cancels a campaign in the database first; stopping its durable execution is the intent that follows. No
 * message leaves after this returns but those in the provider's hands, because each is checked at its turn.
 * Throws CAMPAIGN_NOT_FOUND, and CONFLICT in any other state.
 */
export async function cancelCampaign(input: { projectId: string; campaignId: string }): Promise<CampaignChanged> {
  const { projectId, campaignId } = input
  const campaign = await Campaign.findOneAndUpdate(
    { _id: campaignId, projectId, status: { $in: CANCELLABLE } },
    { $set: { status: 'CANCELLED', dispatch: pending() } },
    { returnDocument: 'after' },
  ).lean()
  if (!campaign) throw await wrongState(projectId, campaignId, 'cancelled')
  return { campaign, intents: [intentOf(campaign)] }
}

function intentOf({ _id, projectId }: CampaignRecord): Intent {
  return { kind: 'campaign', projectId, id: _id }
}

async function wrongState(projectId: string, campaignId: string, verb: string): Promise<AppError> {
  const known = await Campaign.findOne({ _id: campaignId, projectId }, { status: 1 }).lean()
  if (!known) return notFound('campaign', campaignId)
  if (verb === 'sent' && SENDABLE.some((status) => status === known.status)) {
    return new AppError('CONFLICT', 'The campaign was changed at the same moment; look at it and try again')
  }
  return new AppError('CONFLICT', `A campaign that is ${known.status} cannot be ${verb}`)
}
