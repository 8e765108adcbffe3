import type { ClientSession } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { missingAudience, trimAudience } from '../../../models/domain/campaign-audience.js'
import { invalid } from '../../../models/domain/errors.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../../audience/conditions/compile-for-project.js'
import { setOff } from '../../base/outbox/set-off.js'
import { checkSender } from '../emails/check-sender.js'
import { asRead, requireAsRead, type ReadState } from '../../base/listing/stale-change.js'
import { bodyContent } from '../sources/body-content.js'
import { changedContent } from '../sources/message-content.js'
import type { BodyContent } from '../sources/sent-content.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'
import { archiveCampaign } from './archive-campaign.js'
import { findCampaign, stateConflict, type CampaignRef } from './find-campaign.js'
import type { MessageSettings } from '../sources/message-settings.js'
import type { SentCampaign } from './create-campaign.js'
import { estimateRecipients } from './estimate-recipients.js'
import { lockAudience } from '../../audience/contacts/audience.js'

const CHANGEABLE = ['DRAFT', 'SCHEDULED'] as const

/** The fields of a campaign to change; undefined fields stay as they are. */
export type CampaignPatch = {
  [K in keyof Omit<SentCampaign, 'projectId'>]?: SentCampaign[K] | undefined
} & { scheduledFor?: Date | undefined; archived?: boolean | undefined }

/**
 * Changes a campaign that has not begun. Concurrent changes are merged field by field. A new date reschedules a
 * scheduled campaign and is signalled to its Temporal workflow execution; a date that has passed begins the send.
 * Throws CAMPAIGN_NOT_FOUND, CONFLICT in any other state, StaleChangeError for a campaign that was changed since
 * `ifUpdatedAt`, DOMAIN_NOT_VERIFIED when a sender or a new date is given, the errors of `createCampaign` when an
 * audience is given, and VALIDATION_ERROR for the date of a draft and when the changed campaign lacks the segment or
 * condition of its audience. A body of HTML replaces the design or MJML of the stored one. A change of `archived` alone
 * is made as `archiveCampaign` does, also when the campaign is over.
 */
export async function updateCampaign(
  edit: CampaignRef & ReadState,
  patch: CampaignPatch,
  settings: MessageSettings,
): Promise<CampaignRecord> {
  const { projectId } = edit
  const { archived, ...others } = patch
  const isArchivalAlone = Object.values(others).every((value) => value === undefined)
  if (archived !== undefined && isArchivalAlone) return archiveCampaign(edit, archived)
  const before = await findCampaign(edit)
  if (!isChangeable(before)) throw await stateConflict(edit, 'changed')
  requireAsRead(before, edit)
  if (isMoved(before, patch)) refuseDraft(before)
  const { from = isMoved(before, patch) ? before.from : undefined } = patch
  if (from !== undefined) {
    await checkSender({ projectId, address: from, allowTestDomains: settings.allowTestDomains })
  }
  // A condition that is too large is refused now and not at the send.
  if (patch.audienceCondition) await compileForProject(projectId, patch.audienceCondition, { now: new Date() })
  const place = { prefix: '', language: settings.project.language }
  const content = await bodyContent(patch, place, { context: settings, stored: before.body })
  const changed = await inTransaction((session) => store(session, edit, { patch, content }))
  const isEstimated = namesAudience(patch) || patch.type !== undefined
  return isEstimated ? refreshEstimate(changed) : changed
}

async function store(
  session: ClientSession,
  edit: CampaignRef & ReadState,
  { patch, content }: { patch: CampaignPatch; content: BodyContent | null },
): Promise<CampaignRecord> {
  const { projectId, campaignId } = edit
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }, null, { session }).lean()
  if (!campaign || !isChangeable(campaign)) throw await stateConflict(edit, 'changed')
  if (patch.archived && campaign.status !== 'DRAFT') throw await stateConflict(edit, 'archived')
  requireAsRead(campaign, edit)
  const { body: _body, design: _design, mjml: _mjml, ...sent } = patch
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const fields = { ...given, ...changedContent(campaign, { sent: patch, content, now: databaseNow() }) }
  const whole: CampaignRecord = { ...campaign, ...fields }
  if (Object.keys(fields).length === 0) return whole
  const isOnMove = isMoved(campaign, patch)
  if (isOnMove) refuseDraft(campaign)
  const fault = missingAudience(whole)
  if (fault) throw invalid([fault])
  const audience = trimAudience(whole)
  if (namesAudience(patch)) await lockAudience(session, { projectId, ...audience })
  const moveFields = isOnMove ? { scheduledAt: databaseNow() } : {}
  const shown = await shownImages(session, campaign, whole)
  const changed = await Campaign.findOneAndUpdate(
    { _id: campaignId, projectId, status: campaign.status, ...asRead(edit) },
    { $set: { ...fields, ...audience, ...moveFields, ...shown } },
    { session, returnDocument: 'after' },
  )
    .orFail()
    .lean()
  if (isOnMove) await setOff(session, { kind: 'campaign', projectId, ids: [campaignId] })
  return changed
}

async function shownImages(
  session: ClientSession,
  { projectId, subject, body, source, uploadIds: before }: CampaignRecord,
  changed: CampaignRecord,
): Promise<Pick<CampaignRecord, 'uploadIds'>> {
  if (changed.subject === subject && changed.body === body && changed.source === source) return {}
  return { uploadIds: await referToImages(session, { projectId, texts: textsOfMessage(changed), before }) }
}

function isMoved(campaign: CampaignRecord, { scheduledFor }: CampaignPatch): boolean {
  return scheduledFor !== undefined && scheduledFor.getTime() !== campaign.scheduledFor?.getTime()
}

function refuseDraft({ status }: CampaignRecord): void {
  if (status !== 'DRAFT') return
  const message = 'Schedule a draft with POST /campaigns/{id}/send'
  throw invalid([{ field: 'scheduledFor', message, code: 'custom' }])
}

function namesAudience({ audienceType, segmentId, audienceCondition }: CampaignPatch): boolean {
  return [audienceType, segmentId, audienceCondition].some((value) => value !== undefined)
}

function isChangeable({ status }: CampaignRecord): boolean {
  return CHANGEABLE.some((changeable) => changeable === status)
}

// The estimate belongs to this version of the audience. A later change estimates again, and a send that has begun
// stores the size of its frozen audience.
async function refreshEstimate(campaign: CampaignRecord): Promise<CampaignRecord> {
  const totalRecipients = await estimateRecipients(campaign)
  const { _id, projectId, updatedAt } = campaign
  await Campaign.updateOne(
    { _id, projectId, status: { $in: CHANGEABLE }, updatedAt },
    { $set: { totalRecipients } },
    { timestamps: false },
  )
  return { ...campaign, totalRecipients }
}
