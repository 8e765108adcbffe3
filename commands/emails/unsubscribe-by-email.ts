import type { ClientSession } from 'mongoose'
import { Campaign } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import type { LinkTarget } from '../../mail/links/recipient-links.js'
import { countByOrigin } from '../analytics/count-by-origin.js'
import { setOff } from '../outbox/set-off.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { ContactBook } from '../contacts/contact-book.js'

/**
 * Unsubscribes a contact by a link of a message, and stores the opt-out. The same transaction counts the opt-out for
 * the message's campaign: once for each message, for any number of uses of its link, and not for a contact that was
 * unsubscribed before.
 */
export async function unsubscribeByEmail(target: LinkTarget & { source: string }): Promise<void> {
  const { projectId, contactId, emailId, source } = target
  await inTransaction(async (session) => {
    const book = await ContactBook.open(session, projectId, { ids: [contactId] })
    const contact = book.find({ id: contactId })
    if (!contact) return
    if (contact.subscribed || contact.snoozedUntil) await countIn(session, target)
    book.setSubscription(contactId, { subscribed: false, isOptOut: true, source, emailId })
    await book.write()
  })
}

async function countIn(session: ClientSession, { projectId, contactId, emailId }: LinkTarget): Promise<void> {
  const counted = await Email.findOneAndUpdate(
    { _id: emailId, projectId, contactId, unsubscribedAt: null },
    { $set: { unsubscribedAt: new Date() } },
    { session, projection: { campaignId: 1, templateId: 1, workflowId: 1, sourceType: 1 } },
  ).lean()
  if (!counted) return
  if (counted.sourceType !== 'TEST') {
    const originCounts = countByOrigin([{ origins: counted, counted: ['unsubscribed'] }])
    if (originCounts.length > 0) await setOff(session, { kind: 'event', projectId, ids: [emailId], originCounts })
  }
  if (!counted.campaignId) return
  await Campaign.updateOne(
    { _id: counted.campaignId, projectId },
    { $inc: { unsubscribedCount: 1 } },
    { session, timestamps: false },
  )
}
