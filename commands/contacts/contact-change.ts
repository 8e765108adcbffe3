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
  /** The identity of the address (`normaliseAddress`) of a contact that is created if unknown; or the id of an existing one. */
  who: { email: string } | { id: string }
  /** The identity of the contact's new address. */
  newEmail?: string | undefined
  /** The cause of the change, for the event of a flip. */
  source: string
  depth?: number
  /** Faults for which the change is refused, by the subscription of the contact after it. */
  refuse?: (after: { isSubscribed: boolean }) => FieldError[]
  /** An event of the contact that is stored with the change, both or neither. */
  event?: { name: string; data: Record<string, unknown>; emailId?: string | null; isUnlisted?: boolean }
  /** The message to the contact, by its id, that is stored with the change and set off; may be called several times. */
  email?: (contactId: string) => EmailRecord
  /** The idempotency key of the request that makes the change. */
  claim?: IdempotencyClaim | null
  /** Stores the work that this change is a part of, in its transaction; may run several times. */
  alongside?: (session: ClientSession) => Promise<void>
}

/** The contact as stored after the change, with the event and the message if there are any. */
export interface ContactChanged {
  contact: Omit<ContactRecord, 'activity'>
  isNew: boolean
  event: EventRecord | null
  email: EmailRecord | null
}
