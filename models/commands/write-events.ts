import type { ClientSession } from 'mongoose'
import { escapeData } from '../domain/fields.js'
import { Event, type EventRecord } from '../event.js'
import { pending, type Intent } from '../intent.js'

/** An event about to be stored; `data` with the keys as they were sent. */
export interface EventDraft {
  id: string
  projectId: string
  contactId: string | null
  emailId?: string | null
  name: string
  data: Record<string, unknown>
  depth?: number
}

/**
 * Stores events with the intent to dispatch them. An id that is there already is left as it is, so that
 * repeating the work adds nothing. Returns the intents to hand to the dispatcher.
 */
export async function writeEvents(drafts: EventDraft[], session?: ClientSession): Promise<Intent[]> {
  if (drafts.length === 0) return []
  await Event.bulkWrite(
    drafts.map((draft) => ({ updateOne: { filter: identify(draft), update: insertion(draft), upsert: true } })),
    { ordered: false, ...(session ? { session } : {}) },
  )
  return drafts.map(({ id, projectId }) => ({ kind: 'event', projectId, id }))
}

/** Stores one event and returns it as stored, with the database's time. */
export async function writeEvent(draft: EventDraft, session?: ClientSession): Promise<EventRecord> {
  return Event.findOneAndUpdate(identify(draft), insertion(draft), {
    upsert: true,
    returnDocument: 'after',
    ...(session ? { session } : {}),
  })
    .orFail()
    .lean()
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
      dispatch: pending(),
    },
    $currentDate: { createdAt: true as const },
  }
}
