import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { trimAudience } from '../../../models/domain/campaign-audience.js'
import { utmOfNew, type NewUtm } from '../../../models/domain/utm.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../../audience/conditions/compile-for-project.js'
import { checkSender } from '../emails/check-sender.js'
import { bodyContent } from '../sources/body-content.js'
import type { MessageSettings } from '../sources/message-settings.js'
import type { SentContent } from '../sources/sent-content.js'
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
  | 'editor'
  | 'source'
  | 'utm'
>

/** A campaign as its author gives it: with a body, or with the design or MJML of one. */
export type SentCampaign = Omit<CampaignDraft, 'body' | 'editor' | 'source' | 'utm'> &
  SentContent & { utm?: NewUtm | undefined }

/**
 * Stores a DRAFT with an estimate of its audience. Throws DOMAIN_NOT_VERIFIED, RESOURCE_NOT_FOUND for an unknown
 * segment, VALIDATION_ERROR for a condition that refers to one, and BAD_REQUEST for a condition that is too large
 * together with the segments it refers to. Throws VALIDATION_ERROR as `bodyContent` does.
 */
export async function createCampaign(
  { body, design, mjml, utm, ...sent }: SentCampaign,
  settings: MessageSettings,
): Promise<CampaignRecord> {
  const { projectId } = sent
  await checkSender({ projectId, address: sent.from, allowTestDomains: settings.allowTestDomains })
  const place = { prefix: '', language: settings.project.language }
  const content = await bodyContent({ body, design, mjml }, place, { context: settings })
  if (!content) throw new Error('A campaign without a body')
  const draft: CampaignDraft = { ...sent, ...content, utm: utmOfNew(utm, settings.project.utm) }
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
