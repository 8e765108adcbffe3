import { batchIdOf, CampaignBatch, type CampaignBatchRecord } from '../../../models/campaign-batch.js'
import { Campaign, type AudienceFreeze, type CampaignRecord } from '../../../models/campaign.js'
import { WITHOUT_SOURCES } from '../../../models/message.js'
import { Contact } from '../../../models/contact.js'
import { batchesOf } from '../../../models/domain/batches-of.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { estimateRecipients } from './estimate-recipients.js'
import type { CampaignRef } from './find-campaign.js'
import { recipientBatches } from './recipient-batches.js'

// A batch holds eight groups of the largest size.
const RECIPIENTS_A_BATCH = 2_400
const MAX_PARTS = 4
// Recipients are stored together, unless few of the contacts are recipients: those that were found do not wait longer.
const STORED_TOGETHER = MAX_PARTS * RECIPIENTS_A_BATCH
const STORED_AFTER_MS = 1_000
// Recipients wait for the estimate, which only tells how far the campaign has come.
const ESTIMATE_MS = 200

/** How far the audience of a campaign is frozen. */
export interface FrozenAudience {
  /** Whether the whole audience is frozen, or the campaign is over. */
  isDone: boolean
  /** How many parts have batches to send to; the parts are numbered from 0 on. */
  parts: number
  /** How many recipients are frozen. */
  recipients: number
}

/** How long a call freezes an audience. */
export interface FreezeLimits {
  /** How many parts have begun to send: the call ends when there are recipients for another one. */
  begun: number
  isOver: () => boolean
  onProgress?: (frozen: FrozenAudience) => void
}

/**
 * Freezes the audience of a campaign that is being sent, from where an earlier call has ended. Its contacts are read in
 * the order of their ids; each transaction stores the next batches together with the last contact that was read for
 * them, so that a crash at any moment neither loses a recipient nor stores one twice, although batches are deleted once
 * they are sent. Contacts that were created after the freeze began are not in the audience.
 *
 * Returns when everything is frozen, when there are recipients for another part, or soon after `isOver`. Throws as
 * `recipientsOf` does.
 */
export async function freezeAudience(
  { projectId, campaignId }: CampaignRef,
  { begun, isOver, onProgress }: FreezeLimits,
): Promise<FrozenAudience> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId, status: 'SENDING' }, WITHOUT_SOURCES).lean()
  if (!campaign) return { isDone: true, parts: 0, recipients: 0 }
  let freeze = campaign.freeze ?? (await beginningOf(campaign))
  if (campaign.frozenAt || partsOf(freeze) > begun) return frozenAudience(freeze, campaign.frozenAt !== null)
  let found: string[] = []
  let storedAtMs = performance.now()
  for await (const { contactIds, until } of recipientBatches(campaign, { after: freeze.after, last: freeze.last })) {
    found.push(...contactIds)
    const isLast = until === null
    const isFirst = freeze.recipients === 0 && found.length > 0
    const isDue = performance.now() - storedAtMs > STORED_AFTER_MS
    const goesOn = !isLast && !isOver()
    if (goesOn && !isFirst && !isDue && found.length < STORED_TOGETHER) continue
    const next = await storeBatches(campaign, freeze, { contactIds: found, until })
    // The campaign was cancelled, or a worker that was taken for dead has gone on. The next call sees which.
    if (!next) return frozenAudience(freeze, false)
    if (isFirst && !isLast) await updateEstimate(campaign, next)
    freeze = next
    found = []
    storedAtMs = performance.now()
    onProgress?.(frozenAudience(freeze, isLast))
    if (!goesOn || partsOf(freeze) > begun) return frozenAudience(freeze, isLast)
  }
  return frozenAudience(freeze, true)
}

async function beginningOf({ projectId }: CampaignRecord): Promise<AudienceFreeze> {
  // indexed: the newest of the project.
  const last = await Contact.findOne({ projectId }, { _id: 1 }).sort({ _id: -1 }).lean()
  return { after: null, last: last?._id ?? '', batches: 0, recipients: 0 }
}

/**
 * Stores the next recipients in batches of about the same size, and how far the contacts have been read; with `until`
 * null the audience is complete. Null when the campaign is over, or another call has stored batches meanwhile.
 */
async function storeBatches(
  { _id: campaignId, projectId }: CampaignRecord,
  freeze: AudienceFreeze,
  { contactIds, until }: { contactIds: string[]; until: string | null },
): Promise<AudienceFreeze | null> {
  const count = Math.ceil(contactIds.length / RECIPIENTS_A_BATCH)
  const size = Math.ceil(contactIds.length / count) || RECIPIENTS_A_BATCH
  const batches = batchesOf(contactIds, size).map((ids, index): CampaignBatchRecord => ({
    _id: batchIdOf(campaignId, freeze.batches + index),
    projectId,
    campaignId,
    part: (freeze.batches + index) % MAX_PARTS,
    contactIds: ids,
    baseId: newId(),
    sendingSince: null,
  }))
  const recipients = freeze.recipients + contactIds.length
  const next = { ...freeze, after: until ?? freeze.last, batches: freeze.batches + count, recipients }
  return inTransaction(async (session) => {
    // A worker that lost its heartbeat may still run, and must not store batches again that were sent and deleted. A
    // cancelled campaign gets no further batches, so that the resolution of its recipients finds all of them.
    const { matchedCount } = await Campaign.updateOne(
      { _id: campaignId, projectId, status: 'SENDING', frozenAt: null, 'freeze.after': freeze.after },
      until === null
        ? { $set: { freeze: next, frozenAt: new Date(), totalRecipients: recipients } }
        : { $set: { freeze: next }, $max: { totalRecipients: recipients } },
      { session, timestamps: false },
    )
    if (matchedCount === 0) return null
    if (batches.length > 0) await CampaignBatch.collection.insertMany(batches, { session })
    return next
  })
}

/** Replaces the number of recipients, which may be old, by a new estimate until the audience is frozen. */
async function updateEstimate(campaign: CampaignRecord, { recipients }: AudienceFreeze): Promise<void> {
  const { _id, projectId } = campaign
  const totalRecipients = Math.max(recipients, await estimateRecipients(campaign, ESTIMATE_MS))
  await Campaign.updateOne({ _id, projectId, frozenAt: null }, { $set: { totalRecipients } }, { timestamps: false })
}

function frozenAudience(freeze: AudienceFreeze, isDone: boolean): FrozenAudience {
  return { isDone, parts: partsOf(freeze), recipients: freeze.recipients }
}

function partsOf({ batches }: AudienceFreeze): number {
  return Math.min(MAX_PARTS, batches)
}
