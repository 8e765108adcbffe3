import type { ClientSession, QueryFilter } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { fullAmong } from './full-contacts.js'
import { setOff } from '../outbox/set-off.js'
import { writeEvents, type EventDraft } from '../events/write-events.js'

// A transaction over more contacts would keep concurrent changes of them waiting too long.
const BATCH = 50

/** A change of the subscriptions of contacts to one state. */
export interface SubscriptionFlips {
  projectId: string
  contactIds: readonly string[]
  subscribed: boolean
  /** The cause of the change, for the events. */
  source: string
  emailId?: string | undefined
  depth?: number
  /** Whether the contact itself opts out, so that no import subscribes it again. */
  isOptOut?: boolean
}

/**
 * Flips the subscriptions of any number of contacts, each together with the event of it. A contact that is in that
 * state already stays as it is, so that of several identical flips one emits the event. Either way its snooze ends, and
 * an opt-out of its own is noted until it is subscribed again.
 */
export async function flipSubscriptions(flips: SubscriptionFlips): Promise<void> {
  for (let start = 0; start < flips.contactIds.length; start += BATCH) {
    const contactIds = flips.contactIds.slice(start, start + BATCH)
    await inTransaction((session) => flipSubscriptionsIn(session, { ...flips, contactIds }))
  }
}

/** Flips the subscriptions of a few contacts inside an open transaction. */
export async function flipSubscriptionsIn(session: ClientSession, flips: SubscriptionFlips): Promise<void> {
  const { projectId, contactIds, depth = 0 } = flips
  const flipped = await flipStored(session, flips)
  if (flipped.length < contactIds.length) await settleOthers(session, flips)
  const events = flipped.map((contactId) => ({ ...subscriptionEvent({ ...flips, contactId }), depth }))
  await setOff(session, { kind: 'contact', projectId, ids: flipped, depth })
  await writeEvents(events, session)
}

/** The event of a subscription that begins or ends. */
export function subscriptionEvent({
  projectId,
  contactId,
  subscribed,
  source,
  emailId,
}: Pick<SubscriptionFlips, 'projectId' | 'subscribed' | 'source' | 'emailId'> & { contactId: string }): EventDraft {
  return {
    id: newId(),
    projectId,
    contactId,
    name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
    data: { source, ...(emailId ? { emailId } : {}) },
    emailId: emailId ?? null,
  }
}

/** Ends the snoozes of contacts that are in the state already, and notes that they opted out themselves. */
async function settleOthers(
  session: ClientSession,
  { projectId, contactIds, subscribed, isOptOut = false }: SubscriptionFlips,
): Promise<void> {
  const those = { _id: { $in: contactIds }, projectId, subscribed }
  if (!isOptOut || subscribed) {
    await Contact.updateMany({ ...those, snoozedUntil: { $ne: null } }, { $set: { snoozedUntil: null } }, { session })
    return
  }
  const full = await fullAmong(
    session,
    contactIds.map((contactId) => ({ projectId, contactId })),
  )
  await Contact.updateMany(
    {
      ...those,
      _id: { $in: contactIds.filter((id) => !full.has(id)) },
      $or: [{ snoozedUntil: { $ne: null } }, { isOptOut: { $ne: true } }],
    },
    { $set: { snoozedUntil: null, isOptOut: true } },
    { session },
  )
}

async function flipStored(session: ClientSession, flips: SubscriptionFlips): Promise<readonly string[]> {
  const { projectId, contactIds, subscribed } = flips
  const other = { _id: { $in: contactIds }, projectId, subscribed: !subscribed }
  // The count of the update tells it of one contact.
  const flipping =
    contactIds.length > 1
      ? (await Contact.find(other, { _id: 1 }, { session }).lean()).map(({ _id }) => _id)
      : contactIds
  if (flipping.length === 0) return []
  const full = await fullAmong(
    session,
    flipping.map((contactId) => ({ projectId, contactId })),
  )
  const { modifiedCount } = await Contact.updateMany(
    { ...other, _id: { $in: flipping.filter((id) => !full.has(id)) } },
    { $set: { ...setOf(flips), snoozedUntil: null }, ...(subscribed ? { $unset: { isOptOut: 1 } } : {}) },
    { session },
  )
  const flippedFull = full.size > 0 ? await flipFull(session, { ...other, _id: { $in: [...full] } }, flips) : 0
  return modifiedCount + flippedFull > 0 ? flipping : []
}

// A recipient's choice is stored even where a date has no room.
async function flipFull(
  session: ClientSession,
  filter: QueryFilter<ContactRecord>,
  flips: SubscriptionFlips,
): Promise<number> {
  const { modifiedCount } = await Contact.updateMany(
    filter,
    { $set: setOf(flips), $unset: { snoozedUntil: 1, ...(flips.subscribed ? { isOptOut: 1 } : {}) } },
    { session },
  )
  return modifiedCount
}

function setOf({ subscribed, isOptOut = false }: SubscriptionFlips): Pick<ContactRecord, 'subscribed' | 'isOptOut'> {
  return { subscribed, ...(isOptOut && !subscribed ? { isOptOut } : {}) }
}
