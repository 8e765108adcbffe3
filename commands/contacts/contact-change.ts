import type { ClientSession } from 'mongoose'
import type { ContactRecord } from '../../models/contact.js'
import type { FieldError } from '../../models/domain/errors.js'
import type { EmailRecord } from '../../models/email.js'
import type { EventRecord } from '../../models/event.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { ContactStatement } from './contact-update.js'

/** A change of one contact. */
export interface ContactChange extends ContactStatement {
  projectId: string
  /**
   * The identity of the address (`normaliseAddress`) of a contact that is created if unknown; or the id of an existing
   * one.
   */
  who: { email: string } | { id: string }
  /** The identity of the contact's new address. */
  newEmail?: string | undefined
  /** Whether `subscribed: false` is the contact's own choice, which no import overrides. */
  isOptOut?: boolean
  /** With `subscribed: false`: the end of the pause that the contact chose, when it is subscribed again. */
  snoozedUntil?: Date
  /** The cause of the change, and the email that led to it, for the event of a subscription that begins or ends. */
  source: string
  emailId?: string | undefined
  depth?: number
  /** Faults for which the change is refused, by the subscription of the contact after it. */
  refuse?: (after: { isSubscribed: boolean }) => FieldError[]
  /** An event of the contact that is stored with the change, both or neither. */
  event?: { name: string; data: Record<string, unknown>; emailId?: string | null; isUnlisted?: boolean }
  /** The message to the contact, by its id, that is stored with the change and set off; may be called several times. */
  email?: (contactId: string) => EmailRecord
}

/** Changes that are stored together or not at all, and what is stored with them. */
export interface ChangeSet {
  /** Of one project and depth, and each of another contact. */
  changes: readonly ContactChange[]
  /** The idempotency key of the request that makes the changes. */
  claim?: IdempotencyClaim | null
  /** Stores the work that the changes are a part of, in their transaction; may run several times. */
  alongside?: ((session: ClientSession) => Promise<void>) | undefined
}

/** The subscription that a person or a program chooses for a contact. */
export interface SubscriptionChange extends Pick<
  ContactChange,
  'isOptOut' | 'snoozedUntil' | 'source' | 'emailId' | 'depth'
> {
  subscribed: boolean
}

/** The contact as stored after the change, with the event and the message if there are any. */
export interface ContactChanged {
  contact: Omit<ContactRecord, 'activity'>
  isNew: boolean
  event: EventRecord | null
  email: EmailRecord | null
}
