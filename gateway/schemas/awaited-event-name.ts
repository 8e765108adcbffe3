import { z } from 'zod'
import { PATTERNS } from './text.js'

const MAX_EVENT_NAME_LENGTH = 255

/** The name of an event to begin or go on with: the service's own events are allowed here. */
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
