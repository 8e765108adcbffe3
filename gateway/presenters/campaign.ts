import type { z } from 'zod'
import type { CampaignRecord } from '../../models/campaign.js'
import type { CampaignResponse } from '../schemas/campaign.js'

/** A campaign as the API shows it. */
export function presentCampaign(campaign: CampaignRecord): z.input<typeof CampaignResponse> {
  return {
    id: campaign._id,
    projectId: campaign.projectId,
    name: campaign.name,
    description: campaign.description,
    subject: campaign.subject,
    body: campaign.body,
    from: campaign.from,
    fromName: campaign.fromName,
    replyTo: campaign.replyTo,
    type: campaign.type,
    status: campaign.status,
    audienceType: campaign.audienceType,
    segmentId: campaign.segmentId,
    audienceCondition: (campaign.audienceCondition as Record<string, unknown> | null) ?? null,
    scheduledFor: campaign.scheduledFor?.toISOString() ?? null,
    totalRecipients: campaign.totalRecipients,
    sentCount: campaign.sentCount,
    deliveredCount: campaign.deliveredCount,
    openedCount: campaign.openedCount,
    clickedCount: campaign.clickedCount,
    bouncedCount: campaign.bouncedCount,
    complainedCount: campaign.complainedCount,
    unsubscribedCount: campaign.unsubscribedCount,
    failedCount: campaign.failedCount,
    skippedCount: campaign.skippedCount,
    sentAt: campaign.sentAt?.toISOString() ?? null,
    createdAt: campaign.createdAt.toISOString(),
    updatedAt: campaign.updatedAt.toISOString(),
  }
}
