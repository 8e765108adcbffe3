import { z } from 'zod'
import { isReservedEvent } from '../../models/domain/event-names.js'
import { DataField } from './data.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf } from './ids.js'
import { PATTERNS } from './text.js'

const MAX_NAME_LENGTH = 255

/** The name of an event of the caller's own. */
export const EventName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .refine((name) => !/\p{Cc}/u.test(name), {
    error: 'An event name has no control characters',
    params: { code: 'invalid_string' },
  })
  .refine((name) => !isReservedEvent(name), {
    error: 'This name is reserved for events of the service itself',
    params: { code: 'reserved_event' },
  })
  .meta({
    description: 'Not `email.*`, `contact.subscribed`, `contact.unsubscribed` or `segment.*.entry|exit`.',
    override: { pattern: PATTERNS.eventName, not: { pattern: PATTERNS.reservedEvent } },
  })

/** Something a contact did; `subscribed` is true for a new contact and stays as it is when omitted. */
export const TrackedEvent = z
  .object({ email: EmailAddress, event: EventName, subscribed: z.boolean().optional(), data: DataField })
  .meta({ id: 'TrackedEvent' })

/** The ids of contact and event. */
export const TrackedResponse = z
  .object({ contact: idOf('contact'), event: idOf('event'), timestamp: DateTime })
  .meta({ id: 'EventReceipt' })
