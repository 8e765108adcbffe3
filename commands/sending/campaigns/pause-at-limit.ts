import type { CampaignRef } from './find-campaign.js'
import { pauseRunning } from './pause-running.js'
import type { BillingSettings } from '../../tenancy/billing/project-limits.js'
import { isAtLimit } from '../../tenancy/billing/reserve-emails.js'

/** Pauses a campaign that is being sent, if the limit of its project is used up; its members resume it. */
export async function pauseAtLimit(settings: BillingSettings, { projectId, campaignId }: CampaignRef): Promise<void> {
  if (await isAtLimit(settings, { projectId, category: 'campaigns' })) {
    await pauseRunning({ projectId, campaignId }, 'BILLING_LIMIT')
  }
}
