import type { DataPatch } from '../../../models/domain/data.js'
import type { EventRecord } from '../../../models/event.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import { registerEventName, registerPublicEventName } from '../../base/events/event-names.js'
import { changeContact } from '../../audience/contacts/change-contact.js'
import type { ContactChange, ContactChanged } from '../../audience/contacts/contact-change.js'

/** An event of a contact that a client reports. */
export interface TrackedEvent {
  projectId: string
  who: ContactChange['who']
  name: string
  patch: DataPatch
  subscribed?: boolean | undefined
  emailId?: string | null
  claim: IdempotencyClaim | null
  /** Set when a public key reports the event; the limits of public keys then hold. */
  byPublicKey?: PublicKeyRights
}

/** The rights that a project gives its public key. */
export interface PublicKeyRights {
  /** Whether the key may subscribe an existing contact that is not subscribed. */
  mayResubscribe: boolean
}

/**
 * Creates or changes the contact and stores the event, in one transaction that other requests share. A contact that
 * does not change is not written: the dispatch of the event adds it to the contact's activity, or `addDueActivityOf`
 * before conditions are evaluated. The event is stored before the open waits are read, so that an event and a step that
 * begins to wait cannot miss each other. When a public key reports an event, a name and data for which there is no room
 * are stored with the event alone. Throws as `changeContact` and `registerEventName` do.
 */
export async function trackEvent(
  input: TrackedEvent,
): Promise<{ contact: ContactChanged['contact']; event: EventRecord }> {
  const { projectId, patch, claim, who, name, emailId = null, byPublicKey } = input
  const isListed = byPublicKey ? await registerPublicEventName(projectId, name) : true
  if (!byPublicKey) await registerEventName(projectId, name)
  // With `subscribed: undefined`, an existing contact keeps its state and a new contact is subscribed.
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

/** The data of an event: all values of the request, one-off or not, except empty ones. */
export function eventData({ set, oneOff }: DataPatch): Record<string, unknown> {
  const filled = Object.entries(oneOff).filter(([, value]) => value !== null && value !== '')
  return { ...set, ...Object.fromEntries(filled) }
}
