import { deliveryIdOf } from '../emails/draft-email.js'
import { newId } from '../../runtime/ids.js'
import { Contact } from '../../models/contact.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { Email } from '../../models/email.js'
import { newEmail } from '../../models/new-email.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { checkSender } from '../emails/check-sender.js'
import type { SendSettings } from '../emails/send-emails.js'
import { storeContent } from '../emails/store-content.js'
import { setOff } from '../outbox/set-off.js'
import { findCampaign, type CampaignRef } from './find-campaign.js'
import { spelledAs } from '../address-spellings.js'

const SUBJECT_PREFIX = '[TEST] '

/**
 * Stores a test message of a campaign in any state, which is sent like every other message. The recipient is the
 * address as `spelling` has it. The message is rendered with the contact of that address, if there is one, and counts
 * for no campaign. Throws CAMPAIGN_NOT_FOUND and DOMAIN_NOT_VERIFIED.
 */
export async function sendTest(ref: CampaignRef, spelling: string, settings: SendSettings): Promise<void> {
  const { projectId } = ref
  const campaign = await findCampaign(ref)
  const { from, fromName, replyTo, type, body } = campaign
  await checkSender({ projectId, address: from, allowTestDomains: settings.allowTestDomains })
  const address = normaliseAddress(spelling)
  const contact = await Contact.findOne({ projectId, email: spelledAs(address) }, { _id: 1 }).lean()
  const subject = SUBJECT_PREFIX + campaign.subject
  const contentId = await storeContent(projectId, { subject, body }, settings.retentionDays)
  const _id = newId()
  const email = newEmail({
    _id,
    temporalWorkflowId: deliveryIdOf(_id),
    projectId,
    contactId: contact?._id ?? '',
    to: address,
    ...(spelling === address ? {} : { toSpelling: spelling }),
    from,
    fromName,
    replyTo,
    subject,
    contentId,
    type,
    sourceType: 'TEST',
    tracking: false,
    createdAt: new Date(),
  })
  await inTransaction(async (session) => {
    // The schema requires a contact, which only a test message may lack: the insert is without validation.
    await Email.insertMany([email], { lean: true, session })
    await setOff(session, { kind: 'email', projectId, ids: [email._id] })
  })
}
