import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { segmentsOfAudience } from '../../models/domain/campaign-audience.js'
import { copiedName } from '../../models/domain/copied-name.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { holdSegments } from '../segments/segment-references.js'
import type { CampaignRef } from './campaign-ref.js'
import type { CampaignDraft } from './create-campaign.js'
import { estimateRecipients } from './estimate-recipients.js'
import { findCampaign } from './find-campaign.js'

/**
 * Stores a copy of a campaign, in whatever state that is, as a DRAFT whose name is at most `maxNameLength` long. A
 * segment that was deleted since is copied too: sending the copy says that it is gone. Throws CAMPAIGN_NOT_FOUND.
 */
export async function duplicateCampaign(
  ref: CampaignRef,
  { maxNameLength }: { maxNameLength: number },
): Promise<CampaignRecord> {
  const { projectId } = ref
  const draft = draftOf(await findCampaign(ref), maxNameLength)
  const totalRecipients = await estimateRecipients(draft)
  return inTransaction(async (session) => {
    await holdSegments(session, projectId, segmentsOfAudience(draft))
    const [copy] = await Campaign.create([{ ...draft, totalRecipients }], { session })
    if (!copy) throw new Error('No campaign stored')
    return copy.toObject()
  })
}

function draftOf(campaign: CampaignRecord, maxNameLength: number): CampaignDraft {
  const { projectId, description, subject, body, from, fromName, replyTo, type } = campaign
  const { audienceType, segmentId, audienceCondition } = campaign
  return {
    projectId,
    name: copiedName(campaign.name, maxNameLength),
    description,
    subject,
    body,
    from,
    fromName,
    replyTo,
    type,
    audienceType,
    segmentId,
    audienceCondition,
  }
}
