import { z } from 'zod'
import { oneOf, whole } from './values.js'

export const smtp = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:port, or smtps://…' })
    .optional()
    .meta({
      description: '`smtp://user:password@host:587`, or `smtps://…:465`; `%40` for an `@` in the user name',
      preset: 'required for `smtp`',
    }),
  SMTP_USERNAME: z.string().optional().describe('the user, if not in the URL'),
  SMTP_PASSWORD: z.string().optional().describe('the password of that user, not percent-encoded'),
  SMTP_TLS: oneOf(['required', 'opportunistic', 'none']).optional().meta({
    description: 'or `opportunistic`, or `none` for a server on this machine. `NODE_EXTRA_CA_CERTS` adds a CA',
    preset: '`required`',
  }),
  SMTP_MAX_CONNECTIONS: whole(1)
    .default(10)
    .describe('connections of all workers together, including their campaign threads'),
})
