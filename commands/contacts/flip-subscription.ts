import type { ClientSession } from 'mongoose'
import { Contact } from '../../models/contact.js'
import { newId } from '../../runtime/ids.js'
import { pending, type OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { writeEvents } from '../events/write-events.js'

/** Whose subscription turns which way, and what turned it. */
export interface SubscriptionFlip {
  projectId: string
  contactId: string
  subscribed: boolean
  source: string
  emailId?: string
  depth?: number
}

/**
 * Turns a contact's subscription and stores the event of it, both or neither. A contact that is in that state
 * already is left alone, so that of several identical flips one emits the event. Either way a snooze is over.
 */
export async function flipSubscription(flip: SubscriptionFlip): Promise<OutboxEntry[]> {
  let entries: OutboxEntry[] = []
  await inTransaction(async (session) => {
    entries = await flipSubscriptionIn(session, flip)
  })
  return entries
}

/** The same inside a transaction that is open already. */
export async function flipSubscriptionIn(session: ClientSession, flip: SubscriptionFlip): Promise<OutboxEntry[]> {
  const { projectId, contactId, subscribed, depth = 0 } = flip
  const turned = await Contact.updateOne(
    { _id: contactId, projectId, subscribed: !subscribed },
    { $set: { subscribed, snoozedUntil: null, dispatch: pending(depth) }, $inc: { changes: 1 } },
    { session },
  )
  if (turned.modifiedCount === 0) {
    await Contact.updateOne(
      { _id: contactId, projectId, snoozedUntil: { $ne: null } },
      { $set: { snoozedUntil: null } },
      { session },
    )
    return []
  }
  const event = {
    id: newId(),
    projectId,
    contactId,
    name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
    data: { source: flip.source, ...(flip.emailId ? { emailId: flip.emailId } : {}) },
    emailId: flip.emailId ?? null,
    depth,
  }
  return [{ kind: 'contact', projectId, id: contactId }, ...(await writeEvents([event], session))]
}
