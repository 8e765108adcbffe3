import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'
import type { LinkTarget } from '../../../mail/links/recipient-links.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { countByOrigin } from '../../base/counters/count-by-origin.js'
import type { SubscriptionChange } from '../../audience/contacts/contact-change.js'
import { optOutOf, setOptOut } from '../../audience/contacts/mailboxes.js'
import { setOff } from '../../base/outbox/set-off.js'
import { addresseeOf, findHolders, type Holders } from './find-holders.js'

/** The choice of a recipient: to be subscribed, to leave, or to leave until a time. */
export type RecipientChoice = Pick<SubscriptionChange, 'subscribed' | 'snoozedUntil' | 'source'>

/**
 * Applies the choice that a recipient makes by a link of a message. It concerns the contact that has the mailbox of the
 * message now (`findHolders`). Without a contact, the record of the mailbox keeps the choice for the contact that will
 * get it. The same transaction counts an opt-out for the message's campaign: once for each message, for any number of
 * uses of its link, and not for a recipient that was unsubscribed before. A pause is no such opt-out.
 */
export async function chooseByEmail(target: LinkTarget, choice: RecipientChoice): Promise<void> {
  await inTransaction(async (session) => {
    const holders = await findHolders(session, await addresseeOf(target, session), { followsContact: true })
    if (leaves(choice) && mayBeSubscribed(holders)) await countIn(session, target)
    await choose(session, holders, { ...choice, emailId: target.emailId })
  })
}

function leaves({ subscribed, snoozedUntil }: RecipientChoice): boolean {
  return !subscribed && !snoozedUntil
}

function mayBeSubscribed({ contacts, mailboxes }: Holders): boolean {
  const now = databaseNow()
  return (
    contacts.some(({ subscribed, snoozedUntil }) => subscribed || snoozedUntil) ||
    mailboxes.some((mailbox) => mailbox.snoozedUntil || optOutOf(mailbox, now) === null)
  )
}

async function choose(
  session: ClientSession,
  { book, contacts, mailboxes }: Holders,
  choice: RecipientChoice & Pick<SubscriptionChange, 'emailId'>,
): Promise<void> {
  const { subscribed, snoozedUntil = null, source } = choice
  for (const { _id } of contacts) book.setSubscription(_id, { ...choice, isOptOut: !subscribed })
  if (contacts.length > 0) await book.write()
  const optOut = subscribed ? null : { source, at: databaseNow() }
  await setOptOut(session, mailboxes, { optOut, snoozedUntil })
}

async function countIn(session: ClientSession, { projectId, contactId, emailId }: LinkTarget): Promise<void> {
  const counted = await Email.findOneAndUpdate(
    { _id: emailId, projectId, contactId, unsubscribedAt: null },
    { $set: { unsubscribedAt: new Date() } },
    { session, projection: { campaignId: 1, templateId: 1, workflowId: 1 } },
  ).lean()
  if (!counted) return
  const originCounts = countByOrigin([{ origins: counted, counted: ['unsubscribed'] }])
  if (originCounts.length > 0) await setOff(session, { kind: 'event', projectId, ids: [emailId], originCounts })
  if (!counted.campaignId) return
  await Campaign.updateOne(
    { _id: counted.campaignId, projectId },
    { $inc: { unsubscribedCount: 1 } },
    { session, timestamps: false },
  )
}
