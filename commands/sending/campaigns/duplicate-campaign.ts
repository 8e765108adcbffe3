import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { segmentsOfAudience } from '../../../models/domain/campaign-audience.js'
import { campaignIdsOf } from '../../../models/domain/conditions/walk-filters.js'
import { copiedName } from '../../../models/domain/copied-name.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { lockSegments } from '../../base/references/segment-references.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'
import { lockCampaigns } from '../../base/references/campaign-references.js'
import { findCampaign, type CampaignRef } from './find-campaign.js'
import type { CampaignDraft } from './create-campaign.js'
import { estimateRecipients } from './estimate-recipients.js'

/**
 * Stores a copy of a campaign in any state as a DRAFT, whose name is at most `maxNameLength` long. The reference to a
 * deleted segment or campaign is copied too, and refused when the copy is sent. Throws CAMPAIGN_NOT_FOUND.
 */
export async function duplicateCampaign(
  ref: CampaignRef,
  { maxNameLength }: { maxNameLength: number },
): Promise<CampaignRecord> {
  const { projectId } = ref
  const draft = draftOf(await findCampaign(ref), maxNameLength)
  const totalRecipients = await estimateRecipients(draft)
  return inTransaction(async (session) => {
    await lockSegments(session, projectId, segmentsOfAudience(draft))
    await lockCampaigns(session, projectId, draft.audienceCondition ? [...campaignIdsOf(draft.audienceCondition)] : [])
    const uploadIds = await referToImages(session, { projectId, texts: textsOfMessage(draft) })
    const [copy] = await Campaign.create([{ ...draft, totalRecipients, uploadIds }], { session })
    if (!copy) throw new Error('No campaign stored')
    return copy.toObject()
  })
}

function draftOf(campaign: CampaignRecord, maxNameLength: number): CampaignDraft {
  const { projectId, description, subject, body, from, fromName, replyTo, type } = campaign
  const { audienceType, segmentId, audienceCondition, editor, source, utm } = campaign
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
    editor,
    source,
    utm,
  }
}
