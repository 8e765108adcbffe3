import type { ClientSession } from 'mongoose'
import { Contact } from '../../contact.js'
import { escapeData, escapeKey } from '../../domain/fields.js'
import { groupBy } from '../../domain/group-by.js'
import { Event, type EventRecord } from '../../event.js'
import { pending, type Intent } from '../../intent.js'
import { updateEach } from '../../update-each.js'

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

/**
 * Stores events with the intent to dispatch them, and notes them on their contacts, in the transaction of
 * `session`. An id that is there already is left as it is, so that repeating the work adds nothing. Returns the
 * intents to hand to the dispatcher.
 */
export async function writeEvents(drafts: EventDraft[], session: ClientSession): Promise<Intent[]> {
  if (drafts.length === 0) return []
  const { upsertedIds } = await updateEach(
    Event,
    drafts.map((draft) => ({ filter: identify(draft), update: insertion(draft), upsert: true })),
    session,
  )
  await noteActivity(
    drafts.filter(({ isSilent }, index) => !isSilent && Object.hasOwn(upsertedIds, index)),
    session,
  )
  return drafts.filter(({ isSilent }) => !isSilent).map(({ id, projectId }) => ({ kind: 'event', projectId, id }))
}

/** Stores one new event and returns it as stored, with the database's time; its contact is the caller's to note. */
export async function writeEvent(draft: EventDraft, session?: ClientSession): Promise<EventRecord> {
  return Event.findOneAndUpdate(identify(draft), insertion(draft), {
    upsert: true,
    returnDocument: 'after',
    ...(session ? { session } : {}),
  })
    .orFail()
    .lean()
}

/** The update that notes events of these names on their contact. */
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

async function noteActivity(drafts: EventDraft[], session: ClientSession): Promise<void> {
  const notes = [...groupBy(drafts, ({ contactId }) => contactId)].flatMap(([contactId, events]) =>
    contactId === null ? [] : [{ contactId, projectId: events[0]?.projectId, names: events.map(({ name }) => name) }],
  )
  if (notes.length === 0) return
  await updateEach(
    Contact,
    notes.map(({ contactId, projectId = '', names }) => ({
      filter: { _id: contactId, projectId },
      update: activityUpdate(names),
    })),
    session,
  )
}

function identify(draft: EventDraft) {
  return { _id: draft.id, projectId: draft.projectId }
}

function insertion(draft: EventDraft) {
  return {
    $setOnInsert: {
      contactId: draft.contactId,
      emailId: draft.emailId ?? null,
      name: draft.name,
      data: escapeData(draft.data),
      depth: draft.depth ?? 0,
      ...(draft.isSilent ? {} : { dispatch: pending() }),
    },
    $currentDate: { createdAt: true as const },
  }
}
