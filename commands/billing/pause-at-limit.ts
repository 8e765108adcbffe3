import { Campaign } from '../../models/campaign.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import type { CampaignRef } from '../campaigns/find-campaign.js'
import type { BillingSettings } from './project-limits.js'
import { isAtLimit } from './reserve-emails.js'

/** Pauses a campaign that is being sent, if the limit of its project is used up; its members resume it. */
export async function pauseAtLimit(settings: BillingSettings, { projectId, campaignId }: CampaignRef): Promise<void> {
  if (!(await isAtLimit(settings, { projectId, category: 'campaigns' }))) return
  const running = { _id: campaignId, projectId, status: 'SENDING' as const, pausedAt: null }
  await Campaign.updateOne(running, { $set: { pausedAt: databaseNow(), pausedReason: 'BILLING_LIMIT' as const } })
}
