import type { DataPatch } from '../../models/domain/data.js'
import type { EventRecord } from '../../models/event.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { registerEventName } from './event-names.js'
import { changeContact } from '../contacts/change-contact.js'
import type { ContactChange, ContactChanged } from '../contacts/contact-change.js'

/** An event of a contact, as a client reports it. */
export interface TrackedEvent {
  projectId: string
  who: ContactChange['who']
  name: string
  patch: DataPatch
  subscribed?: boolean | undefined
  emailId?: string | null
  claim: IdempotencyClaim | null
}

/**
 * Creates or changes the contact and stores the event, both or neither, together with those of other requests. A contact
 * that does not change is not written: the dispatch adds the event to its activity, and so do conditions before they are
 * judged. The event is stored before the open waits are read, so that an event and a step that begins to wait cannot miss each other. Throws as `changeContact` and
 * `registerEventName` do.
 */
export async function trackEvent(
  input: TrackedEvent,
): Promise<{ contact: ContactChanged['contact']; event: EventRecord; entries: OutboxEntry[] }> {
  const { projectId, patch, claim, who, name, emailId = null } = input
  await registerEventName(projectId, name)
  const { contact, event, entries } = await changeContact({
    projectId,
    who,
    patch,
    subscribed: input.subscribed,
    subscribedWhenNew: true,
    source: 'track',
    event: { name, data: eventData(patch), emailId },
    claim,
  })
  if (!event) throw new Error('The event was not stored')
  if (claim) claim.isStored = true
  return { contact, event, entries }
}

/** The data of an event: all values of the request except empty ones, one-off or not. */
export function eventData({ set, oneOff }: DataPatch): Record<string, unknown> {
  const filled = Object.entries(oneOff).filter(([, value]) => value !== null && value !== '')
  return { ...set, ...Object.fromEntries(filled) }
}
