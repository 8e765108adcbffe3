import { CampaignBatch, UNCLAIMED, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { resolveAbandonedClaims } from '../../commands/campaigns/resolve-abandoned-claims.js'
import type { CampaignRef } from '../../commands/campaigns/campaign-ref.js'
import { claimedEmail } from '../../commands/campaigns/claimed-email.js'
import { storeContent } from '../../commands/emails/store-content.js'
import { Contact } from '../../models/contact.js'
import { newId } from '../../runtime/ids.js'
import { Project } from '../../models/project.js'
import type { CampaignDeps } from './deps.js'
import { Pace } from './pace.js'
import { sendBatch } from './send-batch.js'

const SLICE_MS = 10_000
const PAUSE_MS = 5_000
const SAMPLES = 10
const AGAIN_MS = 60_000

/** Where a slice begins, and how. */
export interface SliceStart {
  /** The batch after which it begins; empty for the first. */
  after: string
  /** The last one was refused by the provider. */
  isWary: boolean
  /** Since when emails wait in batches before that one; null when none do. */
  leftSinceMs: number | null
  /** After how many ms to begin with these again. */
  againMs: number
}

/** How a slice ended. */
export interface SliceSent {
  /** How many recipients it settled. */
  settled: number
  /** Nothing is left of the part, or the campaign is over: no slice needs to follow. */
  isDone: boolean
  /** The campaign is paused: none may follow before it is resumed. */
  isPaused: boolean
  /** How long to wait before the next one, and longer while the provider refuses everything. */
  pauseMs: number
  next: SliceStart
}

const FROM_THE_FIRST: SliceStart = { after: '', isWary: false, leftSinceMs: null, againMs: AGAIN_MS }

/**
 * Sends to one part of a campaign's audience for up to ten seconds, batch by batch, beginning where the last slice came
 * to: what the provider put off is passed over until the batches have been gone through.
 */
export async function sendSlice(
  deps: CampaignDeps,
  { projectId, campaignId, part, start = FROM_THE_FIRST }: CampaignRef & { part: number; start?: SliceStart },
  onProgress: (settled: number) => void,
): Promise<SliceSent> {
  const deadline = Date.now() + SLICE_MS
  const isOver = (): boolean => Date.now() > deadline
  const pace = new Pace()
  await takeUp(deps, { projectId, campaignId, part })
  let { after, isWary, leftSinceMs, againMs } = start
  let settled = 0
  let hasLeft = false
  let isTaken = false
  let isRefused = false
  const isHeldOff = (): boolean => isWary || (isRefused && !isTaken)
  const ended = (how: Partial<SliceSent> = {}): SliceSent => {
    const next = orAgain({ after, isWary: isHeldOff(), leftSinceMs, againMs })
    return { settled, isDone: false, isPaused: false, pauseMs: 0, next, ...how }
  }
  while (!isOver()) {
    const campaign = await Campaign.findOne({ _id: campaignId, projectId, status: 'SENDING' }).lean()
    if (!campaign) return ended({ isDone: true })
    if (campaign.pausedAt) return ended({ isPaused: true })
    const batch = await nextBatch({ projectId, campaignId, part }, after)
    if (!batch) return ended(endOfPart(start, { hasLeft, isWary: isHeldOff() }))
    // The first that nobody has worked on yet: where nothing is left before it, all went well again.
    if (leftSinceMs === null && batch.claimed === 0) againMs = AGAIN_MS
    await prepare(deps, campaign, batch)
    const sent = await sendBatch(deps, campaign, batch, { pace, isOver, isWary })
    settled += sent.settled
    onProgress(settled)
    isTaken ||= sent.isTaken
    isRefused ||= sent.isRefused
    if (sent.isTaken) isWary = false
    const isClosed = sent.isResolved && (await closeBatch(batch))
    if (!isClosed) hasLeft = true
    // One whose contacts are not all claimed is gone on with; what else is left of it must not keep from the others.
    if (!(sent.hasUnclaimed && isOver())) {
      after = batch._id
      if (!isClosed) leftSinceMs ??= Date.now()
    }
    if (sent.refusedForMs !== null) {
      isWary = true
      return ended({ pauseMs: Math.max(PAUSE_MS, sent.refusedForMs) })
    }
  }
  return ended({ pauseMs: hasLeft && settled === 0 ? PAUSE_MS : 0 })
}

// What was put off on the way is looked at again after a pause, and what an earlier slice left at once.
function endOfPart(start: SliceStart, { hasLeft, isWary }: { hasLeft: boolean; isWary: boolean }): Partial<SliceSent> {
  const isDone = start.after === '' && !hasLeft
  return { isDone, pauseMs: hasLeft ? PAUSE_MS : 0, next: { ...FROM_THE_FIRST, isWary } }
}

// What waits or is in doubt is not left until the whole part has been gone through. Later each time, because what is
// refused for long must not keep from those behind it.
function orAgain(next: SliceStart): SliceStart {
  const { isWary, leftSinceMs, againMs } = next
  if (leftSinceMs === null || Date.now() - leftSinceMs < againMs) return next
  return { after: '', isWary, leftSinceMs: null, againMs: againMs * 2 }
}

async function nextBatch(
  { projectId, campaignId, part }: CampaignRef & { part: number },
  after: string,
): Promise<CampaignBatchRecord | null> {
  return CampaignBatch.findOne({ projectId, campaignId, part, _id: { $gt: after } })
    .sort({ _id: 1 })
    .lean()
}

async function takeUp(
  { retentionDays }: CampaignDeps,
  { projectId, campaignId, part }: CampaignRef & { part: number },
): Promise<void> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (!campaign) return
  // A part is one slice at a time, so that claims which are there already are a dead worker's.
  await resolveAbandonedClaims(campaign, { part })
  // However long it takes, or was paused, what it says is there until nobody is left to read it.
  if (campaign.status === 'SENDING') await storeContent(projectId, campaign, retentionDays)
}

// Another worker that is taken for dead may hold a claim of it; the next slice takes that over.
async function closeBatch({ _id, projectId, contactIds }: CampaignBatchRecord): Promise<boolean> {
  const { deletedCount } = await CampaignBatch.deleteOne({ _id, projectId, claimed: contactIds.length, ...UNCLAIMED })
  return deletedCount > 0
}

// Before anything is claimed: messages that have to wait for it would grow old.
async function prepare(
  deps: CampaignDeps,
  campaign: CampaignRecord,
  { projectId, contactIds }: CampaignBatchRecord,
): Promise<void> {
  const [project, contact] = await Promise.all([
    Project.findOne({ _id: projectId }).lean(),
    Contact.findOne({ _id: { $in: contactIds.slice(0, SAMPLES) }, projectId }).lean(),
  ])
  if (!project || !contact) return
  const { _id: contactId, email: to } = contact
  const example = claimedEmail(campaign, { emailId: newId(), contactId, to, at: new Date() })
  await deps.prepare(example, { project, contact })
}
