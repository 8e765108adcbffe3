import { Campaign, type CampaignRecord } from '../../campaign.js'
import { Contact } from '../../contact.js'
import { checkSender } from '../emails/check-sender.js'
import { recipientsOf } from './audience-of.js'

/** A campaign as its author writes it. */
export type CampaignDraft = Pick<
  CampaignRecord,
  'projectId' | 'name' | 'description' | 'subject' | 'body' | 'from' | 'fromName' | 'replyTo' | 'type'
> & { audienceType: 'ALL' }

/** Stores a DRAFT with an estimate of its audience. Throws DOMAIN_NOT_VERIFIED. */
export async function createCampaign(
  draft: CampaignDraft,
  settings: { allowTestDomains: boolean },
): Promise<CampaignRecord> {
  await checkSender({ projectId: draft.projectId, address: draft.from, ...settings })
  const totalRecipients = await Contact.countDocuments(
    await recipientsOf({ ...draft, segmentId: null, audienceCondition: null }),
  )
  const campaign = await Campaign.create({ ...draft, totalRecipients })
  return campaign.toObject()
}
