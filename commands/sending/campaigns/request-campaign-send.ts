import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { AUDIENCE_NOT_CHOSEN } from '../../../models/domain/campaign-audience.js'
import { AppError, invalid } from '../../../models/domain/errors.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import type { BillingSettings } from '../../tenancy/billing/project-limits.js'
import { requireRoom } from '../../tenancy/billing/reserve-emails.js'
import { checkSender } from '../emails/check-sender.js'
import type { SendSettings } from '../emails/send-emails.js'
import { storeContent } from '../emails/store-content.js'
import { recipientsOf } from '../../audience/contacts/audience.js'
import { nextCampaignNumber } from '../../base/references/campaign-numbers.js'
import { archivedConflict, changeAndEnqueue, stateConflict, type CampaignRef } from './find-campaign.js'
import { mayHaveRecipients } from './recipient-batches.js'

const SENDABLE = ['DRAFT', 'SCHEDULED'] as const

/**
 * Sends a DRAFT or SCHEDULED campaign now, or schedules it at `scheduledFor`, unless it is archived. The content is
 * fixed when the send begins. Throws CAMPAIGN_NOT_FOUND, VALIDATION_ERROR when no audience is chosen,
 * DOMAIN_NOT_VERIFIED when the sender's domain is no longer verified, RESOURCE_NOT_FOUND when a segment of its audience
 * is gone, BAD_REQUEST for a condition that is too large and for an audience that `mayHaveRecipients` finds to be
 * empty, CONFLICT in any other state, and BILLING_LIMIT_EXCEEDED when it would be sent now and the limit of the month
 * is used up. A scheduled campaign that has no room in the limit when its time comes is paused.
 */
export async function requestCampaignSend(
  ref: CampaignRef,
  scheduledFor: Date | null,
  { retentionDays, allowTestDomains, hasBilling = false }: SendSettings & Partial<BillingSettings>,
): Promise<CampaignRecord> {
  const { projectId, campaignId } = ref
  // A lost compare-and-set means that the campaign was changed in between, so that the loop ends.
  for (;;) {
    const draft = await Campaign.findOne({ _id: campaignId, projectId, status: { $in: SENDABLE } }).lean()
    if (!draft) throw await stateConflict(ref, 'sent')
    if (draft.archived) throw archivedConflict(draft)
    if (draft.audienceType === null) throw invalid([AUDIENCE_NOT_CHOSEN])
    await checkSender({ projectId, address: draft.from, allowTestDomains })
    // A scheduled campaign may have recipients only when its time comes, but its audience must exist now.
    if (scheduledFor) await recipientsOf(draft)
    else await requireRoom({ hasBilling }, { projectId, category: 'campaigns' })
    const set = scheduledFor
      ? { status: 'SCHEDULED' as const, scheduledFor, scheduledAt: databaseNow() }
      : await sendingNow(draft, retentionDays)
    const changed = await changeAndEnqueue(
      { _id: campaignId, projectId, status: draft.status, updatedAt: draft.updatedAt, archived: false },
      { $set: set },
    )
    if (changed) return changed
  }
}

/** Stores the content of a campaign, and returns the fields to set when its send begins. */
export async function sendingFields(campaign: CampaignRecord, retentionDays: number) {
  const { projectId } = campaign
  const contentId = await storeContent(projectId, campaign, retentionDays)
  return {
    status: 'SENDING' as const,
    startedAt: new Date(),
    contentId,
    number: await nextCampaignNumber(projectId),
  }
}

async function sendingNow(draft: CampaignRecord, retentionDays: number) {
  if (!(await mayHaveRecipients(draft))) throw new AppError('BAD_REQUEST', 'The campaign has no recipients')
  return { ...(await sendingFields(draft, retentionDays)), scheduledFor: null }
}
