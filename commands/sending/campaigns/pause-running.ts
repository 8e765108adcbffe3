import type { ClientSession } from 'mongoose'
import { Campaign, type CampaignRecord, type PAUSED_BY, type PausedReason } from '../../../models/campaign.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { notify } from '../../base/notifications/notify.js'
import type { CampaignRef } from './find-campaign.js'

/**
 * Pauses the campaigns of a project that are being sent, or the one with `campaignId`. Members can read the reason, and
 * are notified of each.
 */
export async function pauseRunning(
  { projectId, campaignId }: { projectId: string; campaignId?: string },
  pausedReason: PausedReason,
  session?: ClientSession,
): Promise<void> {
  const one = campaignId === undefined ? {} : { _id: campaignId }
  const running = { ...one, projectId, status: 'SENDING' as const, pausedAt: null }
  const campaigns = await Campaign.find(running, { _id: 1 }, session ? { session } : {}).lean()
  for (const { _id } of campaigns) {
    const pause = (within: ClientSession) => pauseOne({ projectId, campaignId: _id }, pausedReason, within)
    await (session ? pause(session) : inTransaction(pause))
  }
}

async function pauseOne(ref: CampaignRef, pausedReason: PausedReason, session: ClientSession): Promise<void> {
  const { projectId, campaignId } = ref
  const paused = await Campaign.findOneAndUpdate(
    { _id: campaignId, projectId, status: 'SENDING', pausedAt: null },
    { $set: { pausedAt: databaseNow(), pausedReason } },
    { returnDocument: 'after', projection: { name: 1, pausedAt: 1 }, session },
  ).lean()
  if (paused) await notifyOfPause(ref, paused, { reason: pausedReason }, session)
}

/** Why a campaign is paused, and the member who did it, if one did. */
export interface Pause {
  reason: PausedReason | (typeof PAUSED_BY)[number]
  byUserId?: string | null
}

/** Notifies the members, but not the one who did it, that a campaign is paused, in the transaction that does so. */
export async function notifyOfPause(
  { projectId, campaignId }: CampaignRef,
  { name, pausedAt }: Pick<CampaignRecord, 'name' | 'pausedAt'>,
  { reason, byUserId = null }: Pause,
  session: ClientSession,
): Promise<void> {
  const key = `campaign-paused:${campaignId}:${pausedAt?.getTime() ?? 0}`
  const about = { campaignId, name, reason }
  await notify({ projectId, kind: 'CAMPAIGN_PAUSED', key, about, byUserId }, session)
}
