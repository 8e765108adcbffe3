import type { ClientSession } from 'mongoose'
import { Contact } from '../contact.js'
import { newId } from '../ids.js'
import type { Intent } from '../intent.js'
import { inTransaction } from '../transaction.js'
import { writeEvents } from './write-events.js'

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
 * already is left alone, so that of several identical flips one emits the event. A flip ends a snooze.
 */
export async function flipSubscription(flip: SubscriptionFlip): Promise<Intent[]> {
  let intents: Intent[] = []
  await inTransaction(async (session) => {
    intents = await flipSubscriptionIn(session, flip)
  })
  return intents
}

/** The same inside a transaction that is open already. */
export async function flipSubscriptionIn(session: ClientSession, flip: SubscriptionFlip): Promise<Intent[]> {
  const { projectId, contactId, subscribed } = flip
  const turned = await Contact.updateOne(
    { _id: contactId, projectId, subscribed: !subscribed },
    { $set: { subscribed, snoozedUntil: null } },
    { session },
  )
  if (turned.modifiedCount === 0) return []
  const event = {
    id: newId(),
    projectId,
    contactId,
    name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
    data: { source: flip.source, ...(flip.emailId ? { emailId: flip.emailId } : {}) },
    emailId: flip.emailId ?? null,
    depth: flip.depth ?? 0,
  }
  return writeEvents([event], session)
}
