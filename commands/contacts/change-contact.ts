import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import type { ContactEffect } from '../../models/domain/contact-effect.js'
import { applyDataPatch } from '../../models/domain/data.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import { createKeyedMutex } from '../../runtime/concurrency/keyed-mutex.js'
import { isDocumentTooLarge } from '../../runtime/mongodb/document-too-large.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import type { EventRecord } from '../../models/event.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import { newId } from '../../runtime/ids.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { storeWithClaim } from '../idempotency/claim-idempotency-key.js'
import { dataUpdate, effectOn, newContact, noRoom, touchesData, type ContactStatement } from './contact-update.js'
import { flipSubscriptionsIn } from './flip-subscriptions.js'
import { registerFields } from '../fields/known-fields.js'
import { activityUpdate, firstActivity, writeEvent } from '../events/write-events.js'
import { setOff } from '../outbox/set-off.js'

/** A change of one contact. */
export interface ContactChange extends ContactStatement {
  projectId: string
  /** The address, trimmed and lower-cased, of a contact that is created if unknown; or the id of an existing one. */
  who: { email: string } | { id: string }
  /** The new address of the contact, trimmed and lower-cased. */
  newEmail?: string | undefined
  /** The cause of the change, for the event of a flip. */
  source: string
  depth?: number
  /** An event of the contact that is stored with the change, both or neither. */
  event?: { name: string; data: Record<string, unknown>; emailId?: string | null }
  /** The idempotency key of the request that makes the change. */
  claim?: IdempotencyClaim | null
  /** Stores the work that this change is a part of, in its transaction; may run several times. */
  alongside?: (session: ClientSession) => Promise<void>
}

/** The contact as stored after the change, the event if one was given, and the entries for the relay. */
export interface ContactChanged {
  contact: ContactRecord
  isNew: boolean
  event: EventRecord | null
  entries: OutboxEntry[]
}

/** The contact as the change found it, and the effect on it. */
type Existing = { contact: ContactRecord; effect: ContactEffect } | null

const MAX_TRIES = 4
const changes = createKeyedMutex()

/**
 * Creates or changes a contact: the one way by which every path that accepts `data` writes it for one contact. Only
 * the keys sent change, each by its own name, so that concurrent changes of different keys both survive. Throws
 * CONTACT_NOT_FOUND for an unknown id, CONFLICT for an address that another contact has, and VALIDATION_ERROR
 * when the result would break the limits on custom fields or outgrow the contact's document.
 */
export async function changeContact(change: ContactChange): Promise<ContactChanged> {
  const { projectId, who } = change
  return changes.runExclusive(`${projectId}:${'id' in who ? who.id : who.email}`, () => tryToChange(change, 1))
}

async function tryToChange(change: ContactChange, tries: number): Promise<ContactChanged> {
  const { projectId, who, patch } = change
  const contact = await Contact.findOne(filterOf(change)).lean()
  if (!contact && 'id' in who) throw notFound('contact', who.id)
  const existing = contact && { contact, effect: effectOn(contact, change) }
  if (!existing) applyDataPatch({}, patch)
  await registerFields(projectId, patch.set)
  try {
    if (existing && isNothing(change, existing)) {
      return { contact: existing.contact, isNew: false, event: null, entries: [] }
    }
    return await inTransaction((session) => write(change, existing, session))
  } catch (error) {
    if (isDocumentTooLarge(error)) throw noRoom(touchesData(patch) || !change.event ? 'data' : 'event')
    if (!isDuplicateKey(error)) throw error
    if ('id' in who) throw new AppError('CONFLICT', 'Another contact has this address', { cause: error })
    // Another request created this contact between the read and the insert: the next try changes it.
    if (tries >= MAX_TRIES) throw error
    return tryToChange(change, tries + 1)
  }
}

/** Whether nothing is stored: the contact is as the change wants it, and nothing comes with the change. */
function isNothing(change: ContactChange, existing: NonNullable<Existing>): boolean {
  const { event, claim, alongside } = change
  const { flips, endsSnooze } = existing.effect
  return !event && !claim && !alongside && !flips && !endsSnooze && !changesContact(change, existing)
}

async function write(change: ContactChange, existing: Existing, session: ClientSession): Promise<ContactChanged> {
  const { projectId, subscribed, source, depth = 0, event, claim, alongside } = change
  if (claim) await storeWithClaim(claim, session)
  if (alongside) await alongside(session)
  const updated = existing && (await update(change, existing, session))
  const contact = updated ?? (await insert(change, session))
  const isNew = !updated
  const ids = isNew || changesContact(change, existing) ? [contact._id] : []
  const entries = await setOff(session, { kind: 'contact', projectId, ids, depth })
  const isFlip = subscribed !== undefined && subscribed !== contact.subscribed
  if (isFlip) {
    const flip = { projectId, contactIds: [contact._id], subscribed, source, depth }
    entries.push(...(await flipSubscriptionsIn(session, flip)))
  }
  const stored = event
    ? await writeEvent({ ...event, id: newId(), projectId, contactId: contact._id, depth }, session)
    : null
  if (stored) entries.push(...stored.entries)
  const now = isFlip ? await Contact.findOne({ _id: contact._id, projectId }, null, { session }).lean() : contact
  return { contact: now ?? contact, isNew, event: stored?.event ?? null, entries }
}

/** Returns null when the contact is gone since it was read. */
async function update(
  change: ContactChange,
  existing: NonNullable<Existing>,
  session: ClientSession,
): Promise<ContactRecord | null> {
  const { patch, newEmail, subscribed, event } = change
  const isChange = changesContact(change, existing)
  const isWritten = isChange || existing.effect.endsSnooze
  if (!isWritten && !event) return existing.contact
  const data = isChange ? dataUpdate(patch) : null
  const activity = event ? activityUpdate([event.name]) : null
  const stated = {
    ...(newEmail === undefined ? {} : { email: newEmail }),
    ...(subscribed === undefined ? {} : { snoozedUntil: null }),
  }
  return Contact.findOneAndUpdate(
    filterOf(change),
    {
      ...activity,
      ...data,
      ...(isWritten ? { $set: { ...data?.$set, ...stated } } : {}),
    },
    // An event alone is no change of the contact.
    { returnDocument: 'after', timestamps: isWritten, session },
  ).lean()
}

async function insert(change: ContactChange, session: ClientSession): Promise<ContactRecord> {
  const { projectId, who, event } = change
  if ('id' in who) throw notFound('contact', who.id)
  const contact = newContact(projectId, who.email, change)
  if (event) contact.activity = firstActivity(event.name)
  await Contact.insertMany([contact], { session, lean: true })
  return contact
}

/** Whether segments and counters have to learn of the change of an existing contact; flips tell them on their own. */
function changesContact({ patch, newEmail }: ContactChange, existing: Existing): boolean {
  return touchesData(patch) || (newEmail !== undefined && newEmail !== existing?.contact.email)
}

function filterOf({ projectId, who }: ContactChange) {
  return 'id' in who ? { _id: who.id, projectId } : { projectId, email: who.email }
}
