import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/template.js'
import { DataField } from './data.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { Id, idOf, resourceId } from './ids.js'
import { LiquidBody, LiquidSubject } from './liquid.js'
import { Locale } from './locale.js'
import { OffsetQuery } from './pagination.js'
import { SearchText } from './search-text.js'
import { DisplayName, OneLine, PATTERNS } from './text.js'

/** How long the name of a template may be, in characters. */
export const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000
// Together with subject and body a template has to fit into one document of MongoDB, which ends at 16 MB.
const MAX_TRANSLATIONS_BYTES = 8 * 1024 * 1024

/** The path of everything below one template. */
export const TemplateParams = z.object({ id: resourceId('template') })

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

const Name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .meta({ override: { pattern: PATTERNS.notBlank } })
const Description = z.string().max(MAX_DESCRIPTION_LENGTH).nullable()

/** The template to create. */
export const NewTemplate = z
  .object({
    name: Name,
    description: Description.default(null),
    subject: LiquidSubject,
    body: LiquidBody,
    from: EmailAddress,
    fromName: DisplayName,
    replyTo: EmailAddress.nullable().default(null),
    type: z.enum(MESSAGE_TYPES).default('MARKETING'),
    translations: Translations.nullable().default(null),
  })
  .meta({ id: 'NewTemplate' })

/** What to change of a template; what is left out stays. */
export const TemplatePatch = z
  .object({
    name: Name.optional(),
    description: Description.optional(),
    subject: LiquidSubject.optional(),
    body: LiquidBody.optional(),
    from: EmailAddress.optional(),
    // Not the optional one of creation, for which leaving it out is the same as null.
    fromName: OneLine.trim()
      .max(MAX_NAME_LENGTH)
      .nullable()
      .transform((name) => name || null)
      .optional(),
    replyTo: EmailAddress.nullable().optional(),
    type: z.enum(MESSAGE_TYPES).optional(),
    translations: Translations.nullable().optional(),
  })
  .meta({ id: 'TemplatePatch' })

/** What refers to a template, and how much it was used. */
export const TemplateUsageResponse = z
  .object({
    campaigns: z
      .array(z.object({ id: idOf('campaign'), name: z.string().meta({ examples: ['Spring sale'] }) }))
      .meta({ description: 'Empty: a campaign has a subject and a body of its own.', examples: [[]] }),
    workflowSteps: z.array(
      z.object({
        id: idOf('step'),
        name: z.string().meta({ examples: ['Send the welcome'] }),
        workflowId: idOf('workflow'),
        workflowName: z.string().meta({ examples: ['Onboarding'] }),
      }),
    ),
    emailsSent: z.int().meta({ examples: [128] }),
  })
  .meta({ id: 'TemplateUsage' })

/** For whom and with what a template is to be filled in. */
export const TemplatePreview = z.object({ data: DataField, contactId: Id.nullish() }).meta({ id: 'TemplatePreview' })

/** A template filled in. */
export const PreviewResponse = z
  .object({
    subject: z.string().meta({ examples: ['Welcome, Ada'] }),
    html: z.string().meta({ examples: ['<p>Your plan: pro</p>'] }),
    text: z.string().meta({ examples: ['Your plan: pro'] }),
  })
  .meta({ id: 'Preview' })

/** The query of GET /templates. */
export const TemplateListQuery = OffsetQuery.extend({
  type: z.enum(MESSAGE_TYPES).optional(),
  search: SearchText.optional(),
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('createdAt'),
  dir: z.enum(['asc', 'desc']).default('desc'),
})
