import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { AppError } from '../../models/domain/errors.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { Event, type EventRecord } from '../../models/event.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { activityUpdate, summarise } from '../events/activity.js'
import { databaseTime } from '../events/database-time.js'
import { eventRecord, noteOf } from '../events/write-events.js'
import { storeWithClaims } from '../idempotency/claim-idempotency-key.js'
import { setOff, type SetOff } from '../outbox/set-off.js'
import type { ContactChange, ContactChanged } from './contact-change.js'
import { newContact } from './contact-update.js'
import { ContactStates, isWritten, type ContactState, type FoundContact } from './contact-states.js'
import { flipSubscriptionsIn } from './flip-subscriptions.js'
import { FULL_BYTES } from './full-contacts.js'
import { spelledAs, spelledAsAny } from '../address-spellings.js'

/** A change to be stored, and the span of its request while traces are on. */
export interface TracedChange {
  change: ContactChange
  trace: string | undefined
}

/** The result of one change among others. */
export type ChangeResult = ContactChanged | { refused: AppError }

/** A change that is not refused, and the records that are stored for it. */
interface Accepted {
  change: ContactChange
  trace: string | undefined
  state: ContactState
  isNew: boolean
  event: EventRecord | null
  email: EmailRecord | null
}

/**
 * Stores changes of contacts of one project and depth, with their events, messages, claims and outbox entries, in the
 * transaction of `session`. It costs a few commands however many changes there are: their contacts are read together, and
 * each collection is written once. A change that is refused leaves no trace, and does not keep the others from being
 * stored. Throws when an idempotency key was taken over.
 */
export async function storeChanges(all: readonly TracedChange[], session: ClientSession): Promise<ChangeResult[]> {
  const changes = all.map(({ change }) => change)
  const projectId = changes[0]?.projectId ?? ''
  const { found, now, inserted } = await findOrRead(projectId, changes, session)
  const states = new ContactStates(projectId, found, inserted)
  const worked = all.map((traced) => workOut(traced, states, now))
  const accepted = worked.flatMap((each) => ('refused' in each ? [] : each))
  if (accepted.length === 0) {
    if (inserted) await session.abortTransaction()
    return worked.flatMap((each) => ('refused' in each ? each : []))
  }
  await storeWithClaims(
    accepted.flatMap(({ change }) => change.claim ?? []),
    session,
  )
  for (const { change } of accepted) await change.alongside?.(session)
  await writeContacts(
    projectId,
    states.all.filter(({ contact }) => contact._id !== inserted?._id),
    session,
  )
  await flipAll(projectId, states.all, session)
  await writeBeside(projectId, accepted, session)
  const flipped = await readFlipped(projectId, states.all, session)
  return worked.map((each) => {
    if ('refused' in each) return each
    const { state, isNew, event, email } = each
    const contact = flipped.get(state.contact._id) ?? state.contact
    return { contact, isNew, event, email }
  })
}

/** The contacts of changes as they are stored, or the one that is inserted because it was unknown. */
interface FoundContacts {
  found: FoundContact[]
  now: Date | null
  inserted: ContactRecord | null
}

/** Reads the contacts of changes; that of a lone message is inserted in the same command where it is unknown. */
async function findOrRead(
  projectId: string,
  changes: readonly ContactChange[],
  session: ClientSession,
): Promise<FoundContacts> {
  const [change, ...others] = changes
  const isLone = change?.email && !change.event && others.length === 0
  if (!isLone || !('email' in change.who)) {
    return { ...(await readContacts(projectId, changes, session)), inserted: null }
  }
  const { email } = change.who
  const made = newContact(projectId, email, change)
  const { projectId: _projectId, ...fields } = made
  const found = await Contact.collection.findOneAndUpdate(
    { projectId, email: spelledAs(email) },
    { $setOnInsert: fields as never },
    { upsert: true, returnDocument: 'before', projection: { activity: 0 }, session },
  )
  // Whether it has room for an event does not matter.
  if (found) return { found: [{ ...(found as unknown as ContactRecord), isFull: false }], now: null, inserted: null }
  return { found: [], now: null, inserted: made }
}

/** The contacts of changes, and the time by the database's clock when one of the changes has an event. */
async function readContacts(
  projectId: string,
  changes: readonly ContactChange[],
  session: ClientSession,
): Promise<{ found: FoundContact[]; now: Date | null }> {
  const ids = changes.flatMap(({ who }) => ('id' in who ? who.id : []))
  const emails = changes.flatMap(({ who }) => ('email' in who ? who.email : []))
  const wanted = [
    ...(ids.length > 0 ? [{ projectId, _id: { $in: ids } }] : []),
    ...(emails.length > 0 ? [{ projectId, email: spelledAsAny(emails) }] : []),
  ]
  const [only, ...others] = wanted
  // The driver's own aggregation costs half of Mongoose's.
  const reading = Contact.collection.aggregate<FoundContact & { now: Date }>(
    [
      { $match: others.length > 0 ? { $or: wanted } : (only ?? { projectId, _id: '' }) },
      { $set: { now: '$$NOW', isFull: { $gte: [{ $bsonSize: '$$ROOT' }, FULL_BYTES] } } },
      { $unset: 'activity' },
    ],
    { session },
  )
  const found = await reading.toArray()
  const needsTime = changes.some(({ event }) => event)
  const now = found[0]?.now ?? (needsTime ? await databaseTime(projectId, session) : null)
  return { found: found.map(({ now: _now, ...contact }) => contact), now }
}

function workOut(
  { change, trace }: TracedChange,
  states: ContactStates,
  now: Date | null,
): Accepted | { refused: AppError } {
  try {
    const { state, isNew } = states.apply(change)
    const { projectId, depth = 0 } = change
    const { _id: contactId } = state.contact
    const email = change.email?.(contactId) ?? null
    if (!change.event || !now) return { change, trace, state, isNew, event: null, email }
    const event = eventRecord({ ...change.event, id: newId(), projectId, contactId, depth }, now)
    if (!change.event.isUnlisted) state.happened.push({ name: event.name, at: now })
    return { change, trace, state, isNew, event, email }
  } catch (error) {
    if (error instanceof AppError) return { refused: error }
    throw error
  }
}

/** Contacts that are written have the events of this transaction in their activity; the others follow by their entry. */
async function writeContacts(projectId: string, states: ContactState[], session: ClientSession): Promise<void> {
  const added = states.filter(({ isNew }) => isNew)
  if (added.length > 0) {
    const contacts = added.map(({ contact, happened }): ContactRecord => {
      return happened.length > 0 ? { ...contact, activity: summarise(happened) } : contact
    })
    await Contact.collection.insertMany(contacts as never[], { session })
  }
  const updated = states.filter((state) => !state.isNew && isWritten(state))
  if (updated.length === 0) return
  const updatedAt = databaseNow()
  await updateEach(
    Contact,
    updated.map(({ contact, set, unset, happened }) => {
      contact.updatedAt = updatedAt
      const update = { $set: { ...set, updatedAt }, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) }
      return {
        filter: { _id: contact._id, projectId },
        update: { ...update, ...(happened.length > 0 ? activityUpdate(happened) : {}) },
      }
    }),
    session,
  )
}

async function flipAll(projectId: string, states: ContactState[], session: ClientSession): Promise<void> {
  for (const { contact, flips } of states) {
    for (const flip of flips) {
      await flipSubscriptionsIn(session, { ...flip, projectId, contactIds: [contact._id] })
    }
  }
}

async function readFlipped(
  projectId: string,
  states: ContactState[],
  session: ClientSession,
): Promise<Map<string, ContactRecord>> {
  const ids = states.flatMap(({ contact, flips }) => (flips.length > 0 ? contact._id : []))
  if (ids.length === 0) return new Map()
  const contacts = await Contact.find({ _id: { $in: ids }, projectId }, { activity: 0 }, { session }).lean()
  return new Map(contacts.map((contact) => [contact._id, contact]))
}

/** Stores the events and messages of changes, and sets all off. */
async function writeBeside(projectId: string, accepted: Accepted[], session: ClientSession): Promise<void> {
  const events = accepted.flatMap(({ event }) => event ?? [])
  if (events.length > 0) await Event.collection.insertMany(events as never[], { session })
  const emails = accepted.flatMap(({ email }) => email ?? [])
  if (emails.length > 0) await Email.collection.insertMany(emails as never[], { session, ignoreUndefined: true })
  const changed = accepted.filter(({ state, isNew }) => isNew || state.isChanged)
  const depth = accepted[0]?.change.depth ?? 0
  await setOff(
    session,
    { kind: 'contact', projectId, depth, ...namedBy(changed, ({ state }) => state.contact._id) },
    eventsOf(
      projectId,
      accepted.filter(({ state }) => isWritten(state)),
    ),
    dueEventsOf(
      projectId,
      accepted.filter(({ state }) => !isWritten(state)),
    ),
    { kind: 'email', projectId, ...namedBy(accepted, ({ email }) => email?._id) },
  )
}

function eventsOf(projectId: string, accepted: Accepted[]): SetOff {
  const events = accepted.flatMap(({ event, change }) =>
    event ? { ...event, isUnlisted: change.event?.isUnlisted } : [],
  )
  return {
    kind: 'event',
    projectId,
    ...namedBy(accepted, ({ event }) => event?._id),
    events: events.map(noteOf),
  }
}

function dueEventsOf(projectId: string, accepted: Accepted[]): SetOff {
  const activityAt = accepted.find(({ event }) => event)?.event?.createdAt
  return { ...eventsOf(projectId, accepted), ...(activityAt ? { activityAt } : {}) }
}

/** The ids of documents, each once, with the traces of their requests. */
function namedBy(accepted: Accepted[], idOf: (each: Accepted) => string | undefined): Pick<SetOff, 'ids' | 'traces'> {
  const traced = accepted.flatMap((each) => {
    const id = idOf(each)
    return id === undefined ? [] : [[id, each.trace] as const]
  })
  const traces = traced.flatMap(([id, trace]) => (trace === undefined ? [] : [[id, trace] as const]))
  return {
    ids: [...new Set(traced.map(([id]) => id))],
    ...(traces.length > 0 ? { traces: Object.fromEntries(traces) } : {}),
  }
}
