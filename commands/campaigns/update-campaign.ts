import type { ClientSession } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { missingAudience, trimAudience } from '../../models/domain/campaign-audience.js'
import { invalid } from '../../models/domain/errors.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { checkSender } from '../emails/check-sender.js'
import { findCampaign, stateConflict, type CampaignRef } from './find-campaign.js'
import type { CampaignDraft } from './create-campaign.js'
import { estimateRecipients } from './estimate-recipients.js'
import { lockAudience } from './audience.js'

const CHANGEABLE = ['DRAFT', 'SCHEDULED'] as const

/** The fields of a campaign to change; undefined fields stay as they are. */
export type CampaignPatch = {
  [K in keyof Omit<CampaignDraft, 'projectId'>]?: CampaignDraft[K] | undefined
}

/**
 * Changes a campaign that has not begun; concurrent changes are merged field by field. Throws CAMPAIGN_NOT_FOUND,
 * CONFLICT in any other state, DOMAIN_NOT_VERIFIED when a sender is given, the errors of `createCampaign` when an
 * audience is, and VALIDATION_ERROR when the changed campaign lacks the segment or condition of its audience.
 */
export async function updateCampaign(
  ref: CampaignRef,
  patch: CampaignPatch,
  settings: { allowTestDomains: boolean },
): Promise<CampaignRecord> {
  const { projectId } = ref
  if (!isChangeable(await findCampaign(ref))) throw await stateConflict(ref, 'changed')
  if (patch.from !== undefined) await checkSender({ projectId, address: patch.from, ...settings })
  // A condition that is too large is refused now and not at the send.
  if (patch.audienceCondition) await compileForProject(projectId, patch.audienceCondition, { now: new Date() })
  const changed = await inTransaction((session) => store(session, ref, patch))
  return namesAudience(patch) || patch.type !== undefined ? refreshEstimate(ref, changed) : changed
}

async function store(session: ClientSession, ref: CampaignRef, patch: CampaignPatch): Promise<CampaignRecord> {
  const { projectId, campaignId } = ref
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }, null, { session }).lean()
  if (!campaign || !isChangeable(campaign)) throw await stateConflict(ref, 'changed')
  const fields = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const whole: CampaignRecord = { ...campaign, ...fields }
  if (Object.keys(fields).length === 0) return whole
  const fault = missingAudience(whole)
  if (fault) throw invalid([fault])
  const audience = trimAudience(whole)
  if (namesAudience(patch)) await lockAudience(session, { projectId, ...audience })
  return Campaign.findOneAndUpdate(
    { _id: campaignId, projectId, status: { $in: CHANGEABLE } },
    { $set: { ...fields, ...audience } },
    { session, returnDocument: 'after' },
  )
    .orFail()
    .lean()
}

function namesAudience({ audienceType, segmentId, audienceCondition }: CampaignPatch): boolean {
  return [audienceType, segmentId, audienceCondition].some((value) => value !== undefined)
}

function isChangeable({ status }: CampaignRecord): boolean {
  return CHANGEABLE.some((changeable) => changeable === status)
}

// The number belongs to this version of the audience: a later change counts anew, and a begun send fixes its own.
async function refreshEstimate(ref: CampaignRef, campaign: CampaignRecord): Promise<CampaignRecord> {
  const totalRecipients = await estimateRecipients(campaign)
  const { _id, projectId, updatedAt } = campaign
  const refreshed = await Campaign.findOneAndUpdate(
    { _id, projectId, status: { $in: CHANGEABLE }, updatedAt },
    { $set: { totalRecipients } },
    { returnDocument: 'after', timestamps: false },
  ).lean()
  return refreshed ?? findCampaign(ref)
}
