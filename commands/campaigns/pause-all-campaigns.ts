import type { ClientSession } from 'mongoose'
import { Campaign, type PausedReason } from '../../models/campaign.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/** Pauses every campaign of a project that is being sent, for a reason that its members can read. */
export async function pauseAllCampaigns(
  projectId: string,
  pausedReason: PausedReason,
  session?: ClientSession,
): Promise<void> {
  await Campaign.updateMany(
    { projectId, status: 'SENDING', pausedAt: null },
    { $set: { pausedAt: databaseNow(), pausedReason } },
    session ? { session } : {},
  )
}
