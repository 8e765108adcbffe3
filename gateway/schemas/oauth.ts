import { z } from 'zod'

const MAX_LENGTH = 4_096
const Part = z.string().max(MAX_LENGTH).optional()

/** The path of a service that users sign in by. */
export const OauthParams = z.object({
  provider: z.string().meta({ examples: ['github'], description: '`github` or `google`.' }),
})

/** What a service adds to the address on which it sends the browser back (RFC 6749, 4.1.2; RFC 9207). */
export const OauthAnswer = z.object({ code: Part, state: Part, iss: Part, error: Part, error_description: Part })
