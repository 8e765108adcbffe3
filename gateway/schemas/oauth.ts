import { z } from 'zod'

// All parameters together stay below the limit of the headers, even percent-encoded.
const [LONG, SHORT] = [1_024, 512]
// The characters that RFC 6749, appendix A, allows.
const partUpTo = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\x20-\x7e]*$/)
    .optional()

/** The path of a service that users sign in by. */
export const OauthParams = z.object({
  provider: z.string().meta({ examples: ['github'], description: '`github` or `google`.' }),
})

/** The parameters that a service adds to the address to which it sends the browser back (RFC 6749, 4.1.2; RFC 9207). */
export const OauthAnswer = z.object({
  code: partUpTo(LONG),
  state: partUpTo(SHORT),
  iss: partUpTo(SHORT),
  error: partUpTo(SHORT),
  error_description: partUpTo(LONG),
})
