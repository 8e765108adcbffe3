import type { ClientSession, UpdateQuery } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { applyDataPatch, type DataPatch } from '../../models/domain/data.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import { escapeData, escapeKey, unescapeData } from '../../models/domain/fields.js'
import { createKeyedMutex } from '../../runtime/concurrency/keyed-mutex.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import type { EventRecord } from '../../models/event.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import { newId } from '../../runtime/ids.js'
import { pending, type OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { storeWithClaim } from '../idempotency/claim-idempotency-key.js'
import { flipSubscription, flipSubscriptionIn } from './flip-subscription.js'
import { registerFields } from '../fields/known-fields.js'
import { activityUpdate, writeEvent } from '../events/write-events.js'

/** What is to become of a contact. */
export interface ContactChange {
  projectId: string
  /** Trimmed and lower-cased address, of a contact that is made when it is unknown; or the id of one that exists. */
  who: { email: string } | { id: string }
  /** Its new address, trimmed and lower-cased. */
  newEmail?: string | undefined
  patch: DataPatch
  /** Omitted: an existing contact keeps its state, and a new one takes `subscribedWhenNew`. */
  subscribed?: boolean | undefined
  subscribedWhenNew: boolean
  /** What made the change, for the event of a flip. */
  source: string
  depth?: number
  /** An event of the contact that is stored with the change, both or neither. */
  event?: { name: string; data: Record<string, unknown>; emailId?: string | null }
  /** The idempotency key whose work this is. */
  claim?: IdempotencyClaim | null
  /** Stores what this change is a part of, in its transaction; may run several times. */
  alongside?: (session: ClientSession) => Promise<void>
}

/** The contact as it is now, the event if one was given, and what the change set off. */
export interface ContactChanged {
  contact: ContactRecord
  isNew: boolean
  event: EventRecord | null
  entries: OutboxEntry[]
}

const MAX_TRIES = 4
const changes = createKeyedMutex()

/**
 * Makes or changes a contact: the one way by which every path that takes `data` writes it. Only the keys sent
 * change, each by its own name, so that concurrent changes of different keys both survive. Throws
 * CONTACT_NOT_FOUND for an unknown id, CONFLICT for an address that another contact has, and VALIDATION_ERROR
 * when the result would break the limits on custom fields.
 */
export async function changeContact(change: ContactChange): Promise<ContactChanged> {
  const { projectId, who } = change
  return changes.runExclusive(`${projectId}:${'id' in who ? who.id : who.email}`, () => tryToChange(change, 1))
}

async function tryToChange(change: ContactChange, tries: number): Promise<ContactChanged> {
  const { projectId, who, patch } = change
  const existing = await Contact.findOne(which(change)).lean()
  if (!existing && 'id' in who) throw notFound('contact', who.id)
  applyDataPatch(unescapeData(existing?.data ?? {}), patch)
  await registerFields(projectId, patch.set)
  try {
    if (!isAtomic(change, existing)) return await inTransaction((session) => write(change, existing, session))
    return await write(change, existing)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    if ('id' in who) throw new AppError('CONFLICT', 'Another contact has this address', { cause: error })
    // Another request made this contact between the look and the insert: now there is one to change.
    if (tries >= MAX_TRIES) throw error
    return tryToChange(change, tries + 1)
  }
}

/** Whether one write does it all: nothing else is stored with it, and it is no flip of what is there. */
function isAtomic({ event, claim, alongside, subscribed }: ContactChange, existing: ContactRecord | null): boolean {
  return !event && !claim && !alongside && (!existing || subscribed === undefined || existing.subscribed === subscribed)
}

async function write(
  change: ContactChange,
  existing: ContactRecord | null,
  session?: ClientSession,
): Promise<ContactChanged> {
  const { projectId, subscribed, source, depth = 0, event, claim, alongside } = change
  if (claim && session) await storeWithClaim(claim, session)
  if (alongside && session) await alongside(session)
  const same = existing && !isChanged(change, existing) ? await leaveAsItIs(change, existing, session) : null
  const { contact, isNew } = same ? { contact: same, isNew: false } : await upsert(change, session)
  const entries: OutboxEntry[] = []
  if (!same && contact.dispatch) entries.push({ kind: 'contact', projectId, id: contact._id })
  const flip = { projectId, contactId: contact._id, subscribed: subscribed ?? contact.subscribed, source, depth }
  const isFlip = !isNew && contact.subscribed !== flip.subscribed
  // A flip that another request made necessary meanwhile goes by itself.
  if (isFlip) entries.push(...(await (session ? flipSubscriptionIn(session, flip) : flipSubscription(flip))))
  const stored = event
    ? await writeEvent({ ...event, id: newId(), projectId, contactId: contact._id, depth }, session)
    : null
  if (stored) entries.push({ kind: 'event', projectId, id: stored._id })
  const now = isFlip
    ? await Contact.findOne({ _id: contact._id, projectId }, null, session ? { session } : {}).lean()
    : contact
  return { contact: now ?? contact, isNew, event: stored, entries }
}

/** An unchanged contact at most notes an event, which is no change of its own; null when it is gone meanwhile. */
async function leaveAsItIs(
  { event }: ContactChange,
  existing: ContactRecord,
  session?: ClientSession,
): Promise<ContactRecord | null> {
  if (!event) return existing
  return Contact.findOneAndUpdate({ _id: existing._id, projectId: existing.projectId }, activityUpdate([event.name]), {
    returnDocument: 'after',
    timestamps: false,
    ...(session ? { session } : {}),
  }).lean()
}

async function upsert(
  change: ContactChange,
  session?: ClientSession,
): Promise<{ contact: ContactRecord; isNew: boolean }> {
  const result = await Contact.findOneAndUpdate(which(change), updateOf(change), {
    upsert: 'email' in change.who,
    returnDocument: 'after',
    includeResultMetadata: true,
    lean: true,
    ...(session ? { session } : {}),
  })
  if (!result.value) throw 'id' in change.who ? notFound('contact', change.who.id) : new Error('No contact upserted')
  const isNew = result.lastErrorObject?.upserted !== undefined
  return { contact: isNew ? await withData(result.value, session) : result.value, isNew }
}

// A new contact that only removals were sent for has no fields, but an upsert cannot remove and set at once.
async function withData(contact: ContactRecord, session?: ClientSession): Promise<ContactRecord> {
  if (contact.data) return contact
  const { _id, projectId } = contact
  const bare = { $set: { data: {} } }
  const options = { returnDocument: 'after', ...(session ? { session } : {}) } as const
  return Contact.findOneAndUpdate({ _id, projectId }, bare, options).orFail().lean()
}

function which({ projectId, who }: ContactChange) {
  return 'id' in who ? { _id: who.id, projectId } : { projectId, email: who.email }
}

function changesData({ clearAll, unset, set }: DataPatch): boolean {
  return clearAll || unset.length > 0 || Object.keys(set).length > 0
}

function isChanged({ patch, newEmail, subscribed }: ContactChange, existing: ContactRecord): boolean {
  const endsSnooze = subscribed !== undefined && existing.snoozedUntil !== null
  return changesData(patch) || endsSnooze || (newEmail !== undefined && newEmail !== existing.email)
}

function updateOf(change: ContactChange): UpdateQuery<ContactRecord> {
  const { patch, newEmail, subscribed, subscribedWhenNew, depth, event } = change
  const data = dataUpdate(patch)
  // What only notes an event is no change of the contact: its event tells whoever has to know.
  const isChange = changesData(patch) || newEmail !== undefined
  const isBare = data.set.length === 0 && data.unset.length === 0
  const activity = event ? activityUpdate([event.name]) : null
  return {
    $set: {
      ...Object.fromEntries(data.set),
      ...(newEmail === undefined ? {} : { email: newEmail }),
      ...(subscribed === undefined ? {} : { snoozedUntil: null }),
      ...(isChange ? { dispatch: pending(depth) } : {}),
    },
    ...(data.unset.length > 0 ? { $unset: Object.fromEntries(data.unset) } : {}),
    ...(activity ? { $min: activity.$min, $max: activity.$max } : {}),
    ...(activity || isChange ? { $inc: { ...activity?.$inc, ...(isChange ? { changes: 1 } : {}) } } : {}),
    $setOnInsert: {
      _id: newId(),
      subscribed: subscribed ?? subscribedWhenNew,
      segments: [],
      counted: null,
      ...(subscribed === undefined ? { snoozedUntil: null } : {}),
      ...(isChange ? {} : { changes: 1, dispatch: pending(depth) }),
      ...(isBare ? { data: {} } : {}),
    },
  }
}

function dataUpdate({ clearAll, set, unset }: DataPatch): { set: [string, unknown][]; unset: [string, 1][] } {
  if (clearAll) return { set: [['data', escapeData(set)]], unset: [] }
  return {
    set: Object.entries(set).map(([key, value]) => [`data.${escapeKey(key)}`, escapeData(value)]),
    unset: unset.map((key) => [`data.${escapeKey(key)}`, 1]),
  }
}
