import { z } from 'zod'
import { DateTime } from './date.js'
import { idOf, resourceId } from './ids.js'

/** A sign-in as the API shows it to its user. */
export const SessionResponse = z
  .object({
    id: idOf('session'),
    userAgent: z.string().meta({ examples: ['Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0'] }),
    network: z
      .string()
      .meta({ examples: ['192.0.2.7'], description: 'The IPv4 address, or the /64 network of an IPv6 address.' }),
    current: z.boolean().meta({ description: 'Whether this is the session of the request.' }),
    createdAt: DateTime,
    lastUsedAt: DateTime.meta({ description: 'To the hour.' }),
    expiresAt: DateTime,
  })
  .meta({ id: 'Session' })

/** The path of one session. */
export const SessionParams = z.object({ sessionId: resourceId('session') })
