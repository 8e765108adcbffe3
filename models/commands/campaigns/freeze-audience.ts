import { Campaign, type CampaignRecord } from '../../campaign.js'
import { Contact } from '../../contact.js'
import { UNSETTLED } from '../../domain/email-status.js'
import { Email } from '../../email.js'
import { newId } from '../../ids.js'
import { Suppression } from '../../suppression.js'
import { recipientsOf } from './audience-of.js'

const BATCH = 1_000
const RECIPIENTS_A_PART = 2_000
const MAX_PARTS = 8

/** How far an audience is frozen: the last contact taken, and how many there are. */
export interface FreezeProgress {
  cursor: string | null
  total: number
  isDone: boolean
}

/**
 * Begins to freeze an audience: fixes, once, how many parts will send to it side by side.
 */
export async function openAudience(campaign: CampaignRecord): Promise<CampaignRecord> {
  const { _id, projectId } = campaign
  const estimate = await Contact.countDocuments(await recipientsOf(campaign))
  const parts = Math.min(MAX_PARTS, Math.max(1, Math.ceil(estimate / RECIPIENTS_A_PART)))
  await Campaign.updateOne({ _id, projectId, parts: 0 }, { $set: { parts } })
  return Campaign.findOne({ _id, projectId }).orFail().lean()
}

/**
 * Takes the next batch of a campaign's audience: one email for each contact, made once however often the batch
 * is repeated. Suppressed addresses are left out. `progress` is where the last batch ended.
 */
export async function freezeBatch(campaign: CampaignRecord, progress: FreezeProgress): Promise<FreezeProgress> {
  const contacts = await Contact.find(
    { ...(await recipientsOf(campaign)), ...(progress.cursor ? { _id: { $gt: progress.cursor } } : {}) },
    { email: 1 },
  )
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean()
  const last = contacts.at(-1)
  if (!last) return { ...progress, isDone: true }
  const { projectId } = campaign
  const suppressed = await Suppression.find({ projectId, email: { $in: contacts.map(({ email }) => email) } }).lean()
  const isSuppressed = new Set(suppressed.map(({ email }) => email))
  const audience = contacts.filter(({ email }) => !isSuppressed.has(email))
  await insertOnce(campaign, audience, progress.total)
  return { cursor: last._id, total: progress.total + audience.length, isDone: false }
}

/** Notes on the campaign how many its frozen audience holds. */
export async function closeAudience({ _id, projectId }: CampaignRecord, total: number): Promise<void> {
  await Campaign.updateOne({ _id, projectId }, { $set: { totalRecipients: total } })
}

/** Ends a campaign whose last recipient is settled: SENDING → SENT. Answers false while some are not. */
export async function finishCampaign(projectId: string, campaignId: string): Promise<boolean> {
  if (await Email.exists({ projectId, campaignId, status: { $in: UNSETTLED } })) return false
  await Campaign.updateOne(
    { _id: campaignId, projectId, status: 'SENDING' },
    { $set: { status: 'SENT', sentAt: new Date() } },
  )
  return true
}

async function insertOnce(campaign: CampaignRecord, audience: { _id: string; email: string }[], before: number) {
  if (audience.length === 0) return
  const { _id: campaignId, projectId } = campaign
  const shared = {
    ...unsentEmail,
    from: campaign.from,
    fromName: campaign.fromName,
    replyTo: campaign.replyTo,
    subject: campaign.subject,
    contentId: campaign.contentId,
    type: campaign.type,
    sourceType: 'CAMPAIGN',
  }
  await Email.bulkWrite(
    audience.map((contact, index) => ({
      updateOne: {
        filter: { projectId, campaignId, contactId: contact._id },
        update: {
          $setOnInsert: { ...shared, _id: newId(), to: contact.email, part: (before + index) % campaign.parts },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  )
}

// An upsert fills in no defaults of the schema.
const unsentEmail = {
  toName: null,
  variables: null,
  headers: [],
  attachments: [],
  templateId: null,
  executionId: null,
  workflowId: null,
  stepId: null,
  sequence: null,
  depth: 0,
  tags: [],
  status: 'PENDING',
  error: null,
  messageId: null,
  temporalWorkflowId: null,
  attempt: 0,
  claimedAt: null,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  complainedAt: null,
  opens: 0,
  clicks: 0,
} as const
