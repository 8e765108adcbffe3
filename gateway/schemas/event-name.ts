import { z } from 'zod'
import {
  hasInvisible,
  isLookAlike,
  isReservedEvent,
  RESERVED_NAMES,
  RESERVED_PREFIX,
} from '../../models/domain/event-names.js'
import { PATTERNS } from './text.js'

const MAX_EVENT_NAME_LENGTH = 255

/**
 * The name of an event to start with or to wait for, which may be one of the service's own events, but not a name that
 * only looks like one.
 */
export const AwaitedEventName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_EVENT_NAME_LENGTH)
  .refine((name) => !hasInvisible(name), {
    error: 'An event name cannot contain control characters or invisible characters',
    params: { code: 'invalid_string' },
  })
  .refine((name) => !isLookAlike(name), {
    error: 'This name looks like a system event',
    params: { code: 'reserved_event' },
  })
  .meta({ override: { pattern: PATTERNS.eventName } })

/** The name of an event that a caller reports, which must not be one of the service's own events. */
export const EventName = AwaitedEventName.refine((name) => !isReservedEvent(name), {
  error: 'This name is reserved for system events',
  params: { code: 'reserved_event' },
}).meta({
  description:
    `Not \`${RESERVED_PREFIX}*\`, \`segment.*.entry|exit\`, ` +
    `${RESERVED_NAMES.map((name) => `\`${name}\``).join(' or ')}, in any case.`,
  override: { pattern: PATTERNS.eventName, not: { pattern: PATTERNS.reservedEvent } },
})
