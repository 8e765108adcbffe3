import { storeTest, type TestSettings } from '../emails/store-test.js'
import { findCampaign } from './find-campaign.js'

/**
 * Stores a test message of a campaign in any state to one address, as it is spelled. Throws CAMPAIGN_NOT_FOUND, and as
 * `storeTest` does.
 */
export async function sendTest(campaignId: string, to: string, settings: TestSettings): Promise<void> {
  const projectId = settings.project._id
  const { from, fromName, replyTo, type, subject, body, utm } = await findCampaign({ projectId, campaignId })
  await storeTest({ to, content: { subject, body, utm }, from, fromName, replyTo, type }, settings)
}
