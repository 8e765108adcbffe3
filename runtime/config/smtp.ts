import { z } from 'zod'
import { oneOf, whole } from './values.js'

export const smtp = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:port, or smtps://…' })
    .optional()
    .meta({
      description: '`smtp://user:password@host:587`, or `smtps://…:465`; `%40` for an `@` in the name of the user',
      preset: 'needed for `smtp`',
    }),
  SMTP_USERNAME: z.string().optional().describe('the user, where the URL names none'),
  SMTP_PASSWORD: z.string().optional().describe('the password of that user, as it is: without `%40` and the like'),
  SMTP_TLS: oneOf(['required', 'opportunistic', 'none']).optional().meta({
    description:
      'or `opportunistic`, `none`; `none` for a server on this machine. `NODE_EXTRA_CA_CERTS` adds an authority',
    preset: '`required`',
  }),
  SMTP_MAX_CONNECTIONS: whole(1).default(10).describe('connections of each worker, with its campaign threads'),
})
