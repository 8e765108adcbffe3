import type { TemplateRecord } from '../../../models/template.js'
import { findCampaign, type CampaignRef } from '../campaigns/find-campaign.js'
import { storeTemplate } from './store-template.js'

/**
 * Stores the content, the subject and the sender of a campaign in any state as a template with its name. `authorId` is
 * null where a key makes it. Throws CAMPAIGN_NOT_FOUND, QUOTA_EXCEEDED.
 */
export async function saveCampaignAsTemplate({
  authorId,
  ...ref
}: CampaignRef & { authorId: string | null }): Promise<TemplateRecord> {
  const { projectId, name, description, subject, body, from, fromName, replyTo, type, editor, source } =
    await findCampaign(ref)
  const message = { name, description, subject, body, from, fromName, replyTo, type, editor, source }
  return storeTemplate({ projectId, ...message, translations: null }, authorId)
}
