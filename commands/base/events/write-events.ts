import { batchesOf } from '../../../models/domain/batches-of.js'
import type { ClientSession } from 'mongoose'
import { escapeData } from '../../../models/domain/fields.js'
import { groupBy } from '../../../models/domain/group-by.js'
import type { CountsOfOrigin, EmailCounter, EmailCounts } from '../../../models/daily-count.js'
import { Event, type EventRecord } from '../../../models/event.js'
import type { EventNote } from '../../../models/outbox-entry.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { updateEach } from '../../../models/update-each.js'
import { countByOrigin, type EmailOrigins } from '../counters/count-by-origin.js'
import { setOff, type SetOff } from '../outbox/set-off.js'
import { addActivity, type Occurrence } from './activity.js'
import { databaseTime } from './database-time.js'

/** An event to store. `data` has the keys as they were sent. */
export interface EventDraft {
  id: string
  projectId: string
  contactId: string | null
  emailId?: string | null
  name: string
  data: Record<string, unknown>
  depth?: number
  /** The counters of the day that the event increases. */
  counted?: EmailCounter[]
  /** The campaign, template and workflow of the event's email, whose counters it increases too. */
  origins?: EmailOrigins
  /** The keys of the reported hits for which an open or click stands. */
  hitKeys?: string[]
  /**
   * How often the event counts in the activity of its contact, by the name under which it counts. By default it counts
   * once under its name.
   */
  activity?: Record<string, number> | undefined
  /** The contact's new receipt of its campaign email. */
  receipt?: Occurrence['receipt']
  /**
   * The event is only recorded: it starts and resumes no execution, and does not count in the activity of its contact.
   */
  isSilent?: boolean
}

type NoteFields = Pick<EventDraft, 'contactId' | 'name' | 'depth'> & { isUnlisted?: boolean | undefined }

// The most events of one outbox entry, which a dispatch reads together.
const MAX_BATCH = 250

/**
 * Stores events with the outbox entries that dispatch them, one entry for many events of a project, and adds the events
 * to the activity of their contacts, in the transaction of `session`. An event whose id is stored already stays as it
 * is, so that a repeated call adds nothing. With `areNew` the caller promises that none of the events is stored.
 */
export async function writeEvents(
  drafts: EventDraft[],
  session: ClientSession,
  { areNew = false } = {},
): Promise<void> {
  if (drafts.length === 0) return
  const stored = areNew && drafts.length > 1 ? await insertAll(drafts, session) : await insertMissing(drafts, session)
  const notSilent = stored.filter(({ isSilent }) => !isSilent)
  const at = new Date()
  await addActivity(
    notSilent.flatMap((draft) => occurrencesOf(draft, at)),
    session,
  )
  await setOff(session, ...eventsToSetOff(notSilent))
}

function occurrencesOf({ projectId, contactId, name, activity, receipt }: EventDraft, at: Date): Occurrence[] {
  if (contactId === null) return []
  const counted = Object.entries(activity ?? { [name]: 1 })
  return counted.map(([as, times], index) => ({
    projectId,
    contactId,
    name: as,
    at,
    ...(times === 1 ? {} : { times }),
    ...(receipt && index === 0 ? { receipt } : {}),
  }))
}

async function insertMissing(drafts: EventDraft[], session: ClientSession): Promise<EventDraft[]> {
  const { upsertedIds } = await updateEach(
    Event,
    drafts.map((draft) => ({
      filter: identify(draft),
      update: unlessStored(draft),
      upsert: true,
    })),
    session,
  )
  return drafts.filter((_, index) => Object.hasOwn(upsertedIds, index))
}

async function insertAll(drafts: EventDraft[], session: ClientSession): Promise<EventDraft[]> {
  const createdAt = await databaseTime(drafts[0]?.projectId ?? '', session)
  const events = drafts.map((draft) => eventRecord(draft, createdAt))
  await Event.collection.insertMany(events, { session })
  return drafts
}

/**
 * Stores new events that the caller has added to the activity of their contacts, with the outbox entries that dispatch
 * them, in the transaction of `session`. `at` is a time of the database's clock.
 */
export async function storeNewEvents(drafts: EventDraft[], at: Date, session: ClientSession): Promise<void> {
  const events = drafts.map((draft) => eventRecord(draft, at))
  await Event.collection.insertMany(events, { session })
  await setOff(session, ...eventsToSetOff(drafts))
}

/**
 * Stores one new event, which does not count in the activity of a contact, with the outbox entry that dispatches it.
 * Returns the event with the database's time.
 */
export async function writeEvent(draft: EventDraft): Promise<EventRecord> {
  return inTransaction(async (session) => {
    const event = await Event.findOneAndUpdate(identify(draft), unlessStored(draft), {
      upsert: true,
      updatePipeline: true,
      returnDocument: 'after',
      session,
    })
      .orFail()
      .lean()
    if (!draft.isSilent) await setOff(session, ...eventsToSetOff([draft]))
    return event
  })
}

/** The record of a new event. `createdAt` is a time of the database's clock. */
export function eventRecord(draft: EventDraft, createdAt: Date): EventRecord {
  return { ...identify(draft), ...fieldsOf(draft), createdAt }
}

/** The outbox entries that dispatch stored events: one entry for many events of a project. */
export function eventsToSetOff(drafts: (EventDraft & NoteFields)[]): SetOff[] {
  return [...groupBy(drafts, ({ projectId }) => projectId)].flatMap(([projectId, events]) =>
    batchesOf(events, MAX_BATCH).map((batch): SetOff => ({
      kind: 'event',
      projectId,
      ids: batch.map(({ id }) => id),
      events: batch.map(noteOf),
      ...countsOf(batch),
    })),
  )
}

/** The note of an event in its outbox entry. */
export function noteOf({ contactId, name, depth = 0, isUnlisted = false }: NoteFields): EventNote {
  return { contactId, name, depth, ...(isUnlisted ? { isUnlisted } : {}) }
}

function countsOf(batch: EventDraft[]): { emailCounts?: EmailCounts; originCounts?: CountsOfOrigin[] } {
  const emailCounts: EmailCounts = {}
  for (const counter of batch.flatMap(({ counted = [] }) => counted)) {
    emailCounts[counter] = (emailCounts[counter] ?? 0) + 1
  }
  const originCounts = countByOrigin(batch.map(({ origins = {}, counted = [] }) => ({ origins, counted })))
  return {
    ...(Object.keys(emailCounts).length > 0 ? { emailCounts } : {}),
    ...(originCounts.length > 0 ? { originCounts } : {}),
  }
}

function identify(draft: EventDraft) {
  return { _id: draft.id, projectId: draft.projectId }
}

/**
 * The update that turns a new document into the event, with the time of the database's clock, and leaves a stored event
 * as it is.
 */
function unlessStored(draft: EventDraft) {
  const event = { $mergeObjects: [{ $literal: { ...identify(draft), ...fieldsOf(draft) } }, { createdAt: '$$NOW' }] }
  return [{ $replaceWith: { $cond: [{ $eq: [{ $type: '$createdAt' }, 'missing'] }, event, '$$ROOT'] } }]
}

function fieldsOf(draft: EventDraft) {
  return {
    contactId: draft.contactId,
    emailId: draft.emailId ?? null,
    name: draft.name,
    data: escapeData(draft.data),
    depth: draft.depth ?? 0,
    ...(draft.isSilent ? { isSilent: true as const } : {}),
    ...(draft.counted && draft.counted.length > 0 ? { counted: draft.counted } : {}),
    ...(draft.hitKeys && draft.hitKeys.length > 0 ? { hitKeys: draft.hitKeys } : {}),
  }
}
