import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { trimAudience } from '../../../models/domain/campaign-audience.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../../audience/conditions/compile-for-project.js'
import { checkSender } from '../emails/check-sender.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'
import { estimateRecipients } from './estimate-recipients.js'
import { lockAudience } from '../../audience/contacts/audience.js'

/** The fields of a campaign that its author sets. */
export type CampaignDraft = Pick<
  CampaignRecord,
  | 'projectId'
  | 'name'
  | 'description'
  | 'subject'
  | 'body'
  | 'from'
  | 'fromName'
  | 'replyTo'
  | 'type'
  | 'audienceType'
  | 'segmentId'
  | 'audienceCondition'
>

/**
 * Stores a DRAFT with an estimate of its audience. Throws DOMAIN_NOT_VERIFIED, RESOURCE_NOT_FOUND for an unknown
 * segment, VALIDATION_ERROR for a condition that refers to one, and BAD_REQUEST for a condition that is too large
 * together with the segments it refers to.
 */
export async function createCampaign(
  draft: CampaignDraft,
  settings: { allowTestDomains: boolean },
): Promise<CampaignRecord> {
  const { projectId } = draft
  await checkSender({ projectId, address: draft.from, ...settings })
  const audience = trimAudience(draft)
  // A condition that is too large is refused now and not at the send.
  if (audience.audienceCondition) await compileForProject(projectId, audience.audienceCondition, { now: new Date() })
  const totalRecipients = await estimateRecipients({ ...draft, ...audience })
  return inTransaction(async (session) => {
    await lockAudience(session, { projectId, ...audience })
    const uploadIds = await referToImages(session, { projectId, texts: textsOfMessage(draft) })
    const fields = { ...draft, ...audience, totalRecipients, uploadIds }
    const [campaign] = await Campaign.create([fields], { session })
    if (!campaign) throw new Error('No campaign stored')
    return campaign.toObject()
  })
}
