import { Campaign, type CampaignRecord } from '../../campaign.js'
import { Contact } from '../../contact.js'
import { AppError } from '../../domain/errors.js'
import { checkSender } from '../emails/check-sender.js'

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
  const totalRecipients = await Contact.countDocuments(audienceOf(draft))
  const campaign = await Campaign.create({ ...draft, totalRecipients })
  return campaign.toObject()
}

/** The contacts a campaign is for: consent is asked for everything but transactional mail. */
export function audienceOf({
  projectId,
  type,
  audienceType,
}: Pick<CampaignRecord, 'projectId' | 'type' | 'audienceType'>) {
  if (audienceType !== 'ALL') throw new AppError('BAD_REQUEST', `The audience ${audienceType} is not known`)
  return { projectId, ...(type === 'TRANSACTIONAL' ? {} : { subscribed: true }) }
}
