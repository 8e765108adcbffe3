import { CampaignBatch, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Campaign } from '../../models/campaign.js'
import { WITHOUT_SOURCES } from '../../models/message.js'
import { pauseAtLimit } from '../../commands/sending/campaigns/pause-at-limit.js'
import type { CampaignRef } from '../../commands/sending/campaigns/find-campaign.js'
import { storeContent } from '../../commands/sending/emails/store-content.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import type { CampaignDeps } from './deps.js'
import { groupSizeOf } from './group-size.js'
import { sendBatch } from './send-batch.js'

const SLICE_MS = 10_000
const PAUSE_MS = 5_000
const AUDIENCE_PAUSE_MS = 2_000
const REVISIT_AFTER_MS = 60_000

/** Where a slice begins, and the state of the circuit breaker. */
export interface SliceStart {
  /** The batch after which the slice begins; empty for the first batch. */
  after: string
  /** The circuit breaker is half-open: the provider refused the last slice, so that this one begins with a probe. */
  isHalfOpen: boolean
  /** Since when batches before `after` hold deferred emails; null when none do. */
  deferredSinceMs: number | null
  /** How many ms after `deferredSinceMs` the part begins again with its first batch. */
  revisitAfterMs: number
}

/** How a slice ended. */
export interface SliceSent {
  /** How many recipients this slice resolved. */
  resolved: number
  /** The part is complete, or the campaign is over: no slice needs to follow. */
  isDone: boolean
  /** The campaign is paused: no slice may follow before it is resumed. */
  isPaused: boolean
  /** The pause before the next slice; longer while the provider refuses everything. */
  pauseMs: number
  /** Whether the pause waits for recipients, because the audience is still being frozen. */
  awaitsAudience?: boolean
  next: SliceStart
}

/** The progress of a slice, for operators: how many recipients it resolved, and how many wait, by the reason. */
export interface SliceProgress {
  resolved: number
  deferred: Record<string, number>
}

const FIRST_BATCH: SliceStart = {
  after: '',
  isHalfOpen: false,
  deferredSinceMs: null,
  revisitAfterMs: REVISIT_AFTER_MS,
}

/**
 * Sends to one part of a campaign's audience for up to ten seconds, batch by batch, from the end of the last slice on.
 * Deferred emails wait in their batches until all batches of the part have been visited. While the audience is still
 * being frozen, a part that has sent everything pauses, because batches may follow.
 */
export async function sendSlice(
  deps: CampaignDeps,
  { projectId, campaignId, part, start = FIRST_BATCH }: CampaignRef & { part: number; start?: SliceStart },
  onProgress: (progress: SliceProgress) => void,
): Promise<SliceSent> {
  const deadline = Date.now() + SLICE_MS
  const isOver = (): boolean => Date.now() > deadline || deps.isStopping()
  const groupSize = groupSizeOf(campaignId)
  await openPart(deps, { projectId, campaignId, part })
  let { after, isHalfOpen, deferredSinceMs, revisitAfterMs } = start
  let resolved = 0
  let hasDeferred = false
  const deferred: SliceProgress['deferred'] = {}
  let isAccepted = false
  let isRefused = false
  const isTripped = (): boolean => isHalfOpen || (isRefused && !isAccepted)
  const sliceSent = (how: Partial<SliceSent> = {}): SliceSent => {
    const next = orRevisit({ after, isHalfOpen: isTripped(), deferredSinceMs, revisitAfterMs })
    return { resolved, isDone: false, isPaused: false, pauseMs: 0, next, ...how }
  }
  while (!isOver()) {
    const campaign = await Campaign.findOne({ _id: campaignId, projectId, status: 'SENDING' }, WITHOUT_SOURCES).lean()
    if (!campaign) return sliceSent({ isDone: true })
    if (campaign.pausedAt) return sliceSent({ isPaused: true })
    const batch = await openBatch({ projectId, campaignId, part, after })
    // The campaign was read before: if its audience was frozen then, there are no more batches.
    const isFrozen = campaign.frozenAt !== null
    if (!batch) return sliceSent(endOfPart(start, { isFrozen, hasDeferred, isHalfOpen: isTripped() }))
    const sent = await sendBatch(deps, campaign, batch, { groupSize, isOver, isHalfOpen })
    // When no batch before a new one holds deferred emails, the provider accepts mail again.
    if (deferredSinceMs === null && sent.isNew) revisitAfterMs = REVISIT_AFTER_MS
    resolved += sent.resolved
    for (const [reason, count] of Object.entries(sent.deferred)) deferred[reason] = (deferred[reason] ?? 0) + count
    onProgress({ resolved, deferred })
    isAccepted ||= sent.isAccepted
    isRefused ||= sent.isRefused
    if (sent.isAccepted) isHalfOpen = false
    const isClosed = sent.isResolved
    await closeBatch(batch, isClosed)
    // The next iteration reads the campaign as paused.
    if (sent.isAtLimit) await pauseAtLimit(deps.settings, { projectId, campaignId })
    // The next slice, in another worker, goes on with this batch at once.
    if (!isClosed && deps.isStopping()) return sliceSent()
    if (!isClosed) hasDeferred = true
    // The next slice continues a batch with unclaimed contacts. Deferred emails alone do not hold up later batches.
    if (!(sent.hasUnclaimed && isOver())) {
      after = batch._id
      if (!isClosed) deferredSinceMs ??= Date.now()
    }
    if (sent.refusedForMs !== null) {
      isHalfOpen = true
      return sliceSent({ pauseMs: Math.max(PAUSE_MS, sent.refusedForMs) })
    }
  }
  return sliceSent({ pauseMs: hasDeferred && resolved === 0 ? PAUSE_MS : 0 })
}

// Emails that this slice deferred are tried again after a pause, emails of earlier slices without a pause.
function endOfPart(
  start: SliceStart,
  { isFrozen, hasDeferred, isHalfOpen }: { isFrozen: boolean; hasDeferred: boolean; isHalfOpen: boolean },
): Partial<SliceSent> {
  const next = { ...FIRST_BATCH, isHalfOpen }
  if (hasDeferred) return { pauseMs: PAUSE_MS, next }
  if (!isFrozen) return { pauseMs: AUDIENCE_PAUSE_MS, awaitsAudience: true, next }
  return { isDone: start.after === '', next }
}

// Deferred emails do not wait until all batches have been visited. The interval doubles, because emails that the
// provider refuses for long must not hold up the batches behind them.
function orRevisit(next: SliceStart): SliceStart {
  const { isHalfOpen, deferredSinceMs, revisitAfterMs } = next
  if (deferredSinceMs === null || Date.now() - deferredSinceMs < revisitAfterMs) return next
  return { after: '', isHalfOpen, deferredSinceMs: null, revisitAfterMs: revisitAfterMs * 2 }
}

/** The next batch of a part, marked as being sent to. */
async function openBatch({
  after,
  ...part
}: CampaignRef & { part: number; after: string }): Promise<CampaignBatchRecord | null> {
  return CampaignBatch.findOneAndUpdate(
    { ...part, _id: { $gt: after } },
    { $set: { sendingSince: databaseNow() } },
    { sort: { _id: 1 }, returnDocument: 'after' },
  ).lean()
}

async function openPart(
  { retentionDays }: CampaignDeps,
  { projectId, campaignId }: CampaignRef & { part: number },
): Promise<void> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId, status: 'SENDING' }, WITHOUT_SOURCES).lean()
  // Renews the expiry of the content, which must outlive a long campaign and its pauses.
  if (campaign) await storeContent(projectId, campaign, retentionDays)
}

/** Ends the work on a batch, and deletes a batch whose recipients are all resolved. */
async function closeBatch({ _id, projectId }: CampaignBatchRecord, isResolved: boolean): Promise<void> {
  if (isResolved) await CampaignBatch.deleteOne({ _id, projectId })
  else await CampaignBatch.updateOne({ _id, projectId }, { $set: { sendingSince: null } })
}
