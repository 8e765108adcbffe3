import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { escapeData, escapeKey } from '../../models/domain/fields.js'
import { groupBy } from '../../models/domain/group-by.js'
import { Event, type EventRecord } from '../../models/event.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { fullAmong } from '../contacts/full-contacts.js'
import { setOff, type SetOff } from '../outbox/set-off.js'
import { databaseTime } from './database-time.js'

/** An event about to be stored; `data` with the keys as they were sent. */
export interface EventDraft {
  id: string
  projectId: string
  contactId: string | null
  emailId?: string | null
  name: string
  data: Record<string, unknown>
  depth?: number
  /** Only recorded: it starts and resumes nothing, and does not count as an activity of its contact. */
  isSilent?: boolean
}

// The events that one dispatch reads together.
const MAX_BATCH = 250

/**
 * Stores events with the entries to dispatch them, one for many events of a project, and adds them to the activity of their contacts, in the transaction of `session`. An event whose id is stored already stays as it is, so
 * that repeating the work adds nothing. `areNew` promises that none is stored. Returns the entries for the relay.
 */
export async function writeEvents(
  drafts: EventDraft[],
  session: ClientSession,
  { areNew = false } = {},
): Promise<OutboxEntry[]> {
  if (drafts.length === 0) return []
  const stored = areNew && drafts.length > 1 ? await insertAll(drafts, session) : await insertMissing(drafts, session)
  const heard = stored.filter(({ isSilent }) => !isSilent)
  await addActivity(heard, session)
  return setOff(session, ...heardEvents(heard))
}

async function insertMissing(drafts: EventDraft[], session: ClientSession): Promise<EventDraft[]> {
  const { upsertedIds } = await updateEach(
    Event,
    drafts.map((draft) => ({
      filter: identify(draft),
      update: { $setOnInsert: fieldsOf(draft), $currentDate: { createdAt: true } },
      upsert: true,
    })),
    session,
  )
  return drafts.filter((_, index) => Object.hasOwn(upsertedIds, index))
}

async function insertAll(drafts: EventDraft[], session: ClientSession): Promise<EventDraft[]> {
  const createdAt = await databaseTime(drafts[0]?.projectId ?? '', session)
  const events = drafts.map((draft) => ({ ...identify(draft), ...fieldsOf(draft), createdAt }))
  await Event.collection.insertMany(events as never[], { session })
  return drafts
}

/**
 * Stores one new event with the entry to dispatch it, and returns it with the database's time. The caller updates the
 * activity of its contact.
 */
export async function writeEvent(
  draft: EventDraft,
  session?: ClientSession,
): Promise<{ event: EventRecord; entries: OutboxEntry[] }> {
  if (!session) return inTransaction((own) => writeEvent(draft, own))
  const update = { $setOnInsert: fieldsOf(draft), $currentDate: { createdAt: true as const } }
  const event = await Event.findOneAndUpdate(identify(draft), update, {
    upsert: true,
    returnDocument: 'after',
    session,
  })
    .orFail()
    .lean()
  return { event, entries: draft.isSilent ? [] : await setOff(session, ...heardEvents([draft])) }
}

/** The update that adds events of these names to the activity of their contact. */
export function activityUpdate(names: string[]) {
  const now = new Date()
  const paths = [...new Set(names)].map((name) => ({ path: `activity.${escapeKey(name)}`, name }))
  const every = <T>(field: string, value: (name: string) => T): Record<string, T> =>
    Object.fromEntries(paths.map(({ path, name }) => [`${path}.${field}`, value(name)]))
  return {
    $inc: every('count', (name) => names.filter((other) => other === name).length),
    $min: every('first', () => now),
    $max: every('last', () => now),
  }
}

/** The activity of a new contact whose first event has this name. */
export function firstActivity(name: string): ContactRecord['activity'] {
  const now = new Date()
  return { [escapeKey(name)]: { first: now, last: now, count: 1 } }
}

async function addActivity(drafts: EventDraft[], session: ClientSession): Promise<void> {
  const ofContacts = [...groupBy(drafts, ({ contactId }) => contactId)].flatMap(([contactId, [first, ...rest]]) =>
    contactId === null || !first
      ? []
      : [{ contactId, projectId: first.projectId, names: [first, ...rest].map(({ name }) => name) }],
  )
  const full = await fullAmong(session, ofContacts)
  const notes = ofContacts.filter(({ contactId }) => !full.has(contactId))
  if (notes.length === 0) return
  // Contacts with the same events, such as the recipients of a campaign, share an update.
  const alike = groupBy(notes, ({ projectId, names }) => JSON.stringify([projectId, ...names]))
  await updateEach(
    Contact,
    [...alike.values()].map((of) => ({
      filter: { _id: { $in: of.map(({ contactId }) => contactId) }, projectId: of[0]?.projectId ?? '' },
      update: activityUpdate(of[0]?.names ?? []),
      isMany: true,
    })),
    session,
  )
}

function heardEvents(drafts: EventDraft[]): SetOff[] {
  return [...groupBy(drafts, ({ projectId }) => projectId)].flatMap(([projectId, events]) =>
    inBatches(events).map((batch): SetOff => ({
      kind: 'event',
      projectId,
      ids: batch.map(({ id }) => id),
      events: batch.map(({ contactId, name, depth = 0 }) => ({ contactId, name, depth })),
    })),
  )
}

function inBatches(drafts: EventDraft[]): EventDraft[][] {
  const count = Math.ceil(drafts.length / MAX_BATCH)
  return Array.from({ length: count }, (_, n) => drafts.slice(n * MAX_BATCH, (n + 1) * MAX_BATCH))
}

function identify(draft: EventDraft) {
  return { _id: draft.id, projectId: draft.projectId }
}

function fieldsOf(draft: EventDraft) {
  return {
    contactId: draft.contactId,
    emailId: draft.emailId ?? null,
    name: draft.name,
    data: escapeData(draft.data),
    depth: draft.depth ?? 0,
  }
}
