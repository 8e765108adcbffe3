import type { ClientSession } from 'mongoose'
import { Campaign, type PausedReason } from '../../../models/campaign.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/** Pauses the campaigns of a project that are being sent, or the one with `campaignId`. Members can read the reason. */
export async function pauseRunning(
  { projectId, campaignId }: { projectId: string; campaignId?: string },
  pausedReason: PausedReason,
  session?: ClientSession,
): Promise<void> {
  await Campaign.updateMany(
    { ...(campaignId === undefined ? {} : { _id: campaignId }), projectId, status: 'SENDING', pausedAt: null },
    { $set: { pausedAt: databaseNow(), pausedReason } },
    session ? { session } : {},
  )
}
