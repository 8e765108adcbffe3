import { z } from 'zod'
import { KEY_SCOPES } from '../../models/domain/key-scope.js'
import { DateTime } from './date.js'
import { DomainName } from './domain.js'
import { idOf, resourceId } from './ids.js'
import { oneLineNameUpTo } from './text.js'

const MAX_NAME_LENGTH = 100
const MAX_DOMAINS = 20
const MAX_GRACE_HOURS = 168
const EXAMPLE_SECRET = `sk_send_${'0123456789abcdef'.repeat(4)}`

const Scope = z.enum(KEY_SCOPES).meta({
  examples: ['send'],
  description:
    '`full` allows everything in the project. `send` allows sending, tracking events and verifying addresses. ' +
    '`read` allows requests that change nothing. The description of each operation lists its scope.',
})
const KeyName = oneLineNameUpTo(MAX_NAME_LENGTH).meta({ examples: ['Web shop'] })

/** The path of one named key. */
export const KeyParams = z.object({ id: resourceId('project'), keyId: resourceId('key') })

/** A named key to create. */
export const NewKeyBody = z
  .object({
    name: KeyName,
    scope: Scope,
    domains: z.array(DomainName).min(1).max(MAX_DOMAINS).nullish().meta({
      description: 'Domains that a key with the scope `send` is restricted to. All domains of the project if omitted.',
    }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'When the key expires. Never if omitted.', examples: ['2099-03-02T09:00:00.000Z'] }),
  })
  .refine(({ scope, domains }) => scope === 'send' || !domains, {
    path: ['domains'],
    error: 'Sender domains require the scope send',
  })
  .meta({ id: 'KeyInput' })

/** The new name of a key. */
export const KeyPatch = z.object({ name: KeyName }).meta({ id: 'KeyPatch' })

/** How a key is rotated. */
export const KeyRotation = z
  .object({
    graceHours: z
      .int()
      .min(0)
      .max(MAX_GRACE_HOURS)
      .default(0)
      .meta({ description: 'How long the previous secret stays valid.' }),
  })
  .meta({ id: 'KeyRotation' })

/** A named key as the API shows it. */
export const KeyResponse = z
  .object({
    id: idOf('key'),
    name: KeyName,
    scope: z.enum(KEY_SCOPES).meta({ examples: ['send'] }),
    domains: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Domains the key is restricted to. Null for all.', examples: [['news.example.org']] }),
    lastFour: z.string().meta({ description: 'The last characters of the secret.', examples: ['cdef'] }),
    createdBy: idOf('user'),
    createdAt: DateTime,
    expiresAt: DateTime.nullable(),
    lastUsedAt: DateTime.nullable().meta({ description: 'To the minute.' }),
    previousUntil: DateTime.nullable().meta({
      description: 'When the previous secret expires. Null if there is none.',
    }),
  })
  .meta({ id: 'Key' })

/** The named keys of a project, the oldest first. */
export const KeyList = z.array(KeyResponse).meta({ id: 'KeyList' })

/** A named key with its secret. */
export const KeyWithSecretResponse = KeyResponse.extend({
  secret: z.string().meta({ description: 'The key itself. It is shown only once.', examples: [EXAMPLE_SECRET] }),
}).meta({ id: 'KeyWithSecret' })
