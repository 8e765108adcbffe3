import type { SendSettings } from '../emails/send-emails.js'
import { storeTest } from '../emails/store-test.js'
import { findCampaign, type CampaignRef } from './find-campaign.js'

/**
 * Stores a test message of a campaign in any state to one address, as it is spelled. Throws CAMPAIGN_NOT_FOUND,
 * DOMAIN_NOT_VERIFIED.
 */
export async function sendTest(ref: CampaignRef, to: string, settings: SendSettings): Promise<void> {
  const { projectId, from, fromName, replyTo, type, subject, body } = await findCampaign(ref)
  await storeTest({ projectId, to, content: { subject, body }, from, fromName, replyTo, type }, settings)
}
