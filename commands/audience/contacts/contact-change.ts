import type { ClientSession } from 'mongoose'
import type { ContactRecord } from '../../../models/contact.js'
import type { FieldError } from '../../../models/domain/errors.js'
import type { EmailRecord } from '../../../models/email.js'
import type { EventRecord } from '../../../models/event.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import type { ContactStatement } from './contact-update.js'

/** A change of one contact. */
export interface ContactChange extends ContactStatement {
  projectId: string
  /**
   * The normalised address (`normaliseAddress`) of a contact, which is created if unknown; or the id of an existing
   * contact.
   */
  who: { email: string } | { id: string }
  /** The contact's new address, normalised. */
  newEmail?: string | undefined
  /** Whether `subscribed: false` is an opt-out by the contact itself, which no import overrides. */
  isOptOut?: boolean
  /** With `subscribed: false`: the end of the pause that the contact chose. The contact is subscribed again then. */
  snoozedUntil?: Date
  /** The cause of the change, and the email that led to it, for the event of a subscription that begins or ends. */
  source: string
  emailId?: string | undefined
  depth?: number
  /** Returns faults for which the change is refused. `after` is the contact's subscription after the change. */
  refuse?: (after: { isSubscribed: boolean }) => FieldError[]
  /** An event of the contact, stored in the transaction of the change. */
  event?: { name: string; data: Record<string, unknown>; emailId?: string | null; isUnlisted?: boolean }
  /**
   * Returns the message to the contact with this id. The message is stored and enqueued in the transaction of the
   * change. May be called several times.
   */
  email?: (contactId: string) => EmailRecord
}

/** Changes that are stored together or not at all, and the writes that belong to their transaction. */
export interface ChangeSet {
  /** The changes have one project and one depth, and each changes another contact. */
  changes: readonly ContactChange[]
  /** The idempotency key of the request that makes the changes. */
  claim?: IdempotencyClaim | null
  /** Writes further documents in the transaction of the changes. May run several times. */
  alongside?: ((session: ClientSession) => Promise<void>) | undefined
}

/** The subscription that a person or a program chooses for a contact. */
export interface SubscriptionChange extends Pick<
  ContactChange,
  'isOptOut' | 'isByBounce' | 'snoozedUntil' | 'source' | 'emailId' | 'depth'
> {
  subscribed: boolean
}

/** The stored contact after a change, with the event and the message if there are any. */
export interface ContactChanged {
  contact: Omit<ContactRecord, 'activity'>
  isNew: boolean
  event: EventRecord | null
  email: EmailRecord | null
}
