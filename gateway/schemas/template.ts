import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/template.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf } from './ids.js'
import { LiquidBody, LiquidSubject } from './liquid.js'
import { Locale } from './locale.js'
import { OffsetQuery } from './pagination.js'
import { SearchText } from './search-text.js'
import { DisplayName, PATTERNS } from './text.js'

const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000
// Together with subject and body a template has to fit into one document of MongoDB, which ends at 16 MB.
const MAX_TRANSLATIONS_BYTES = 8 * 1024 * 1024

/** A template as the API shows it. */
export const TemplateResponse = z
  .object({
    id: idOf('template'),
    name: z.string().meta({ examples: ['Welcome'] }),
    description: z.string().nullable(),
    subject: z.string().meta({ examples: ['Welcome, {{ firstName ?? friend }}'] }),
    body: z.string().meta({ examples: ['<p>Your plan: {{ plan ?? free }}</p>'] }),
    from: z.string().meta({ examples: ['hello@example.com'] }),
    fromName: z.string().nullable(),
    replyTo: z.string().nullable(),
    type: z.enum(MESSAGE_TYPES),
    translations: z.record(z.string(), z.object({ subject: z.string(), body: z.string() })).nullable(),
    projectId: idOf('project'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Template' })

const Translations = z
  .record(Locale, z.object({ subject: LiquidSubject, body: LiquidBody }))
  .refine((translations) => Buffer.byteLength(JSON.stringify(translations)) <= MAX_TRANSLATIONS_BYTES, {
    error: `Translations are at most ${MAX_TRANSLATIONS_BYTES / 1024 / 1024} MB together`,
    params: { code: 'too_big' },
  })

/** The template to create. */
export const NewTemplate = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(MAX_NAME_LENGTH)
      .meta({ override: { pattern: PATTERNS.notBlank } }),
    description: z.string().max(MAX_DESCRIPTION_LENGTH).nullable().default(null),
    subject: LiquidSubject,
    body: LiquidBody,
    from: EmailAddress,
    fromName: DisplayName,
    replyTo: EmailAddress.nullable().default(null),
    type: z.enum(MESSAGE_TYPES).default('MARKETING'),
    translations: Translations.nullable().default(null),
  })
  .meta({ id: 'NewTemplate' })

/** The query of GET /templates. */
export const TemplateListQuery = OffsetQuery.extend({
  type: z.enum(MESSAGE_TYPES).optional(),
  search: SearchText.optional(),
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('createdAt'),
  dir: z.enum(['asc', 'desc']).default('desc'),
})
