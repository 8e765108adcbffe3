import { z } from 'zod'
import { isReservedEvent } from '../../models/domain/event-names.js'
import { PATTERNS } from './text.js'

const MAX_EVENT_NAME_LENGTH = 255

/** The name of an event to start with or to wait for, which may be one of the service's own events. */
export const AwaitedEventName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_EVENT_NAME_LENGTH)
  .refine((name) => !/\p{Cc}/u.test(name), {
    error: 'An event name has no control characters',
    params: { code: 'invalid_string' },
  })
  .meta({ override: { pattern: PATTERNS.eventName } })

/** The name of an event that a caller reports, which must not be one of the service's own events. */
export const EventName = AwaitedEventName.refine((name) => !isReservedEvent(name), {
  error: 'This name is reserved for events of the service itself',
  params: { code: 'reserved_event' },
}).meta({
  description: 'Not `email.*`, `contact.subscribed`, `contact.unsubscribed` or `segment.*.entry|exit`.',
  override: { pattern: PATTERNS.eventName, not: { pattern: PATTERNS.reservedEvent } },
})
