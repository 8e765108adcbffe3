import { z } from 'zod'
import { isReservedEvent } from '../../models/domain/event-names.js'
import { DataField } from './data.js'
import { EmailAddress } from './email-address.js'

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

/** Something a contact did; `subscribed` is true for a new contact and stays as it is when omitted. */
export const TrackedEvent = z.object({
  email: EmailAddress,
  event: EventName,
  subscribed: z.boolean().optional(),
  data: DataField,
})

/** The ids of contact and event. */
export const TrackedResponse = z.object({ contact: z.string(), event: z.string(), timestamp: z.iso.datetime() })
