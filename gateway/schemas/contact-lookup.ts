import { z } from 'zod'

const MAX_LOOKED_UP = 500

/** The addresses to look for; what is no address is not found. */
export const ContactLookup = z
  .object({ emails: z.array(z.string()).min(1).max(MAX_LOOKED_UP) })
  .meta({ id: 'ContactLookup' })

/** Each address once, as it was first spelled. */
export const ContactLookupResponse = z
  .object({
    found: z.array(z.string()).meta({ examples: [['ada@example.com']] }),
    notFound: z.array(z.string()).meta({ examples: [['bob@example.com']] }),
  })
  .meta({ id: 'ContactLookupResult' })
