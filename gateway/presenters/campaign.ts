import type { z } from 'zod'
import type { CampaignRecord } from '../../models/campaign.js'
import type { DeferredCounts } from '../../commands/sending/campaigns/count-deferred.js'
import type { ListedCampaign } from '../../commands/sending/campaigns/list-campaigns.js'
import { campaignRates } from '../../models/domain/campaign-stats.js'
import { presentSource } from './message-source.js'
import type { CampaignResponse, CampaignStatsResponse, ListedCampaignResponse } from '../schemas/campaign.js'

/** A campaign as the API shows it. */
export function presentCampaign(campaign: CampaignRecord): z.input<typeof CampaignResponse> {
  return { ...fieldsOf(campaign), ...presentSource(campaign, new Date()) }
}

/** A campaign in a list. */
export function presentListedCampaign(campaign: ListedCampaign): z.input<typeof ListedCampaignResponse> {
  const { editor = 'html', segment } = campaign
  return { ...fieldsOf(campaign), editor, segment }
}

function fieldsOf(campaign: CampaignRecord) {
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
    audienceCondition: campaign.audienceCondition ?? null,
    utm: campaign.utm ?? null,
    scheduledFor: campaign.scheduledFor?.toISOString() ?? null,
    ...numbersOf(campaign),
    pausedAt: campaign.pausedAt?.toISOString() ?? null,
    pausedReason: campaign.pausedReason ?? null,
    pausedFigures: campaign.pausedReason === 'EMAIL_REPUTATION' ? (campaign.judgement?.figures ?? null) : null,
    sentAt: campaign.sentAt?.toISOString() ?? null,
    archived: campaign.archived,
    createdAt: campaign.createdAt.toISOString(),
    updatedAt: campaign.updatedAt.toISOString(),
  }
}

/** The counts and rates of a campaign at `now`. */
export function presentCampaignStats(
  campaign: CampaignRecord,
  deferred: DeferredCounts,
  now: Date,
): z.input<typeof CampaignStatsResponse> {
  const { estimatedCompletionAt, ...rates } = campaignRates(campaign, now)
  return {
    ...numbersOf(campaign),
    ...rates,
    estimatedCompletionAt: estimatedCompletionAt?.toISOString() ?? null,
    deferred,
  }
}

function numbersOf(campaign: CampaignRecord) {
  return {
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
  }
}
