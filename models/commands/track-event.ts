import type { ContactRecord } from '../contact.js'
import type { DataPatch } from '../domain/data.js'
import type { EventRecord } from '../event.js'
import type { IdempotencyClaim } from '../idempotency-key.js'
import { newId } from '../ids.js'
import type { Intent } from '../intent.js'
import { inTransaction } from '../transaction.js'
import { changeContact } from './change-contact.js'
import { storeWithClaim } from './claim-idempotency-key.js'
import { writeEvent, type EventDraft } from './write-events.js'

/** Something a contact did, as a client reports it. */
export interface TrackedEvent {
  projectId: string
  email: string
  name: string
  patch: DataPatch
  subscribed?: boolean | undefined
  claim: IdempotencyClaim | null
}

/**
 * Makes or changes the contact and stores the event. The event is written before anything looks for waits it
 * may end, so that an event and a step that begins to wait cannot miss each other.
 */
export async function trackEvent(
  input: TrackedEvent,
): Promise<{ contact: ContactRecord; event: EventRecord; intents: Intent[] }> {
  const { projectId, patch, claim } = input
  const { contact, intents } = await changeContact({
    projectId,
    email: input.email,
    patch,
    subscribed: input.subscribed,
    subscribedWhenNew: true,
    source: 'track',
  })
  const draft = { id: newId(), projectId, contactId: contact._id, name: input.name, data: eventData(patch) }
  const event = claim ? await writeClaimed(claim, draft) : await writeEvent(draft)
  return { contact, event, intents: [...intents, { kind: 'event', projectId, id: event._id }] }
}

// An event says what was sent: a value that says nothing is left out, one-off or not.
function eventData({ set, oneOff }: DataPatch): Record<string, unknown> {
  const said = Object.entries(oneOff).filter(([, value]) => value !== null && value !== '')
  return { ...set, ...Object.fromEntries(said) }
}

async function writeClaimed(claim: IdempotencyClaim, draft: EventDraft): Promise<EventRecord> {
  const event = await inTransaction(async (session) => {
    await storeWithClaim(claim, session)
    return writeEvent(draft, session)
  })
  claim.isStored = true
  return event
}
