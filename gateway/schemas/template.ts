import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { ArchivedField, ArchivedPatch, ArchivedQuery } from './archive.js'
import { DataField } from './data.js'
import { DateTime, IfUpdatedAt } from './date.js'
import { Id, idOf, resourceId } from './ids.js'
import { LiquidBody, LiquidSubject } from './liquid.js'
import { Locale } from './locale.js'
import { besideOtherFaults } from './beside-other-faults.js'
import {
  MESSAGE_RESPONSE,
  MessagePatch,
  NewMessage,
  refuseTwoSources,
  requireOneSource,
  SOURCE_FIELDS,
  SOURCE_RESPONSE,
} from './message.js'
import { SortedOffsetQuery } from './pagination.js'
import { StarterId, WantedLanguage } from './starter.js'
import { SearchText } from './text.js'

// With subject and body a template has to fit into one document of MongoDB, which is limited to 16 MB.
const MAX_TRANSLATIONS_BYTES = 8 * 1024 * 1024

/** The path of everything below one template. */
export const TemplateParams = z.object({ id: resourceId('template') })

/** A template as the API shows it. */
export const TemplateResponse = z
  .object({
    id: idOf('template'),
    ...MESSAGE_RESPONSE,
    name: MESSAGE_RESPONSE.name.meta({ examples: ['Welcome'] }),
    subject: MESSAGE_RESPONSE.subject.meta({ examples: ['Welcome, {{ firstName ?? friend }}'] }),
    body: MESSAGE_RESPONSE.body.meta({ examples: ['<p>Your plan: {{ plan ?? free }}</p>'] }),
    from: MESSAGE_RESPONSE.from.meta({ examples: ['hello@example.com'] }),
    ...SOURCE_RESPONSE,
    translations: z
      .record(
        z.string(),
        z
          .object({
            subject: z.string(),
            body: z.string(),
            editor: SOURCE_RESPONSE.editor,
            design: SOURCE_RESPONSE.design,
            mjml: SOURCE_RESPONSE.mjml,
          })
          .meta({ title: 'Translation' }),
      )
      .nullable(),
    archived: ArchivedField,
    projectId: idOf('project'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Template' })

/** A template in a list. */
export const ListedTemplateResponse = TemplateResponse.omit({ design: true, mjml: true, previousDesign: true })
  .extend({
    translations: z
      .record(z.string(), z.object({ subject: z.string(), body: z.string() }).meta({ title: 'ListedTranslation' }))
      .nullable(),
    stepCount: z.int().meta({
      description: 'The steps that send the template in the current workflow versions.',
      examples: [2],
    }),
  })
  .meta({ id: 'ListedTemplate' })

const NewTranslation = z
  .object({ subject: LiquidSubject, body: LiquidBody.optional(), ...SOURCE_FIELDS })
  .superRefine(requireOneSource, besideOtherFaults)
  .meta({ title: 'TranslationInput' })

/** The other languages of a message. */
export const Translations = translationsOf(NewTranslation)

/** The other languages of a message, by language tags. */
export function translationsOf<T extends z.ZodObject>(translation: T) {
  return z
    .record(Locale, translation)
    .refine((translations) => Buffer.byteLength(JSON.stringify(translations)) <= MAX_TRANSLATIONS_BYTES, {
      error: `Translations can be at most ${MAX_TRANSLATIONS_BYTES / 1024 / 1024} MB in total`,
      params: { code: 'too_big' },
    })
}

const REQUIRED_WITHOUT_STARTER = 'Required without a `starter`.'

function requireStarterOrContent(
  sent: { starter?: unknown; name?: unknown; subject?: unknown },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  if (sent.starter !== undefined) return refuseBesideStarter(sent, context)
  for (const field of ['name', 'subject'] as const) {
    if (sent[field] !== undefined) continue
    context.addIssue({ code: 'custom', path: [field], message: 'Required', params: { code: 'required' } })
  }
  return requireOneSource(sent, context)
}

function refuseBesideStarter(sent: object, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  for (const field of ['body', 'design', 'mjml']) {
    if ((sent as Record<string, unknown>)[field] == null) continue
    const message = 'A starter brings its own design'
    context.addIssue({ code: 'custom', path: [field], message, params: { code: 'custom' } })
  }
}

/** The template to create. */
export const NewTemplate = NewMessage.extend({
  name: NewMessage.shape.name.optional().meta({ description: REQUIRED_WITHOUT_STARTER }),
  subject: NewMessage.shape.subject.optional().meta({ description: REQUIRED_WITHOUT_STARTER }),
  type: z.enum(MESSAGE_TYPES).optional().meta({ description: 'Defaults to that of the starter, or to MARKETING.' }),
  starter: StarterId.optional().meta({
    description: 'Instead of a body: a design to start from, with its name, subject and type unless they are given.',
  }),
  language: WantedLanguage,
  translations: Translations.nullable().default(null),
})
  .superRefine(requireStarterOrContent, besideOtherFaults)
  .meta({ id: 'TemplateInput' })

/** The fields of a template to change; an omitted field stays as it is. */
export const TemplatePatch = MessagePatch.extend({
  translations: Translations.nullable().optional(),
  archived: ArchivedPatch,
  ifUpdatedAt: IfUpdatedAt,
})
  .superRefine(refuseTwoSources, besideOtherFaults)
  .meta({ id: 'TemplatePatch' })

/** The references to a template, and the number of messages sent from it. */
export const TemplateUsageResponse = z
  .object({
    campaigns: z
      .array(
        z
          .object({ id: idOf('campaign'), name: z.string().meta({ examples: ['Spring sale'] }) })
          .meta({ title: 'UsingCampaign' }),
      )
      .meta({ description: 'Always empty. A campaign has its own subject and body.', examples: [[]] }),
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

/** The contact and the data to render a template with. */
export const TemplatePreview = z.object({ data: DataField, contactId: Id.nullish() }).meta({ id: 'TemplatePreview' })

/** A rendered template. */
export const PreviewResponse = z
  .object({
    subject: z.string().meta({ examples: ['Welcome, Ada'] }),
    html: z.string().meta({ examples: ['<p>Your plan: pro</p>'] }),
    text: z.string().meta({ examples: ['Your plan: pro'] }),
  })
  .meta({ id: 'Preview' })

/** The query of GET /templates. */
export const TemplateListQuery = SortedOffsetQuery.extend({
  type: z.enum(MESSAGE_TYPES).optional(),
  search: SearchText.optional(),
  archived: ArchivedQuery,
})
