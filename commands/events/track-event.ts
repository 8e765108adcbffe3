import type { DataPatch } from '../../models/domain/data.js'
import type { EventRecord } from '../../models/event.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import { registerEventName, registerPublicEventName } from './event-names.js'
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
  /** Set where the public key reports it, and then its limits hold. */
  byPublicKey?: PublicKeyRights
}

/** What a project lets its public key do. */
export interface PublicKeyRights {
  /** Whether it may subscribe a contact that is there and is not subscribed. */
  mayResubscribe: boolean
}

/**
 * Creates or changes the contact and stores the event, both or neither, together with those of other requests. A
 * contact that does not change is not written: the dispatch adds the event to its activity, and so do conditions before
 * they are judged. The event is stored before the open waits are read, so that an event and a step that begins to wait
 * cannot miss each other. Of what a public key reports, names and data that have no room stay with the event alone.
 * Throws as `changeContact` and `registerEventName` do.
 */
export async function trackEvent(
  input: TrackedEvent,
): Promise<{ contact: ContactChanged['contact']; event: EventRecord }> {
  const { projectId, patch, claim, who, name, emailId = null, byPublicKey } = input
  const isListed = byPublicKey ? await registerPublicEventName(projectId, name) : true
  if (!byPublicKey) await registerEventName(projectId, name)
  // Without a statement a contact that is there keeps its state, and a new one is subscribed.
  const isKept = input.subscribed === true && byPublicKey?.mayResubscribe === false
  const change: ContactChange = {
    projectId,
    who,
    patch,
    subscribed: isKept ? undefined : input.subscribed,
    subscribedWhenNew: true,
    room: byPublicKey ? 'public' : 'all',
    source: 'track',
    event: { name, data: eventData(patch), emailId, isUnlisted: !isListed },
  }
  const { contact, event } = await changeContact(change, { claim })
  if (!event) throw new Error('The event was not stored')
  if (claim) claim.isStored = true
  return { contact, event }
}

/** The data of an event: all values of the request except empty ones, one-off or not. */
export function eventData({ set, oneOff }: DataPatch): Record<string, unknown> {
  const filled = Object.entries(oneOff).filter(([, value]) => value !== null && value !== '')
  return { ...set, ...Object.fromEntries(filled) }
}
