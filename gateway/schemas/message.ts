import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { EDITORS } from '../../models/message.js'
import { DateTime } from './date.js'
import { DesignField } from './design.js'
import { HeaderAddress } from './email-address.js'
import { LiquidBody, LiquidSubject, MjmlSource } from './liquid.js'
import { DisplayName, nameUpTo, OneLine } from './text.js'

/** The limit on the name of a campaign or a template, in characters. */
export const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000

const Name = nameUpTo(MAX_NAME_LENGTH)
const Description = z.string().max(MAX_DESCRIPTION_LENGTH).nullable()

/** The preheader of a rendered message. */
export const Preheader = z
  .string()
  .nullable()
  .meta({ description: 'Preheader: hidden preview text that inboxes show next to the subject.' })

/** The form in which the body of a message is written. */
export const EditorField = z
  .enum(EDITORS)
  .meta({ description: 'What the body is made of: a `design`, `mjml`, or `html` of its author.', examples: ['html'] })

const OF_SOURCE = 'Instead of `body`: the server renders it. Null in a change keeps the rendered body as HTML.'

/** The design or MJML of a message to store, in place of a body. */
export const SOURCE_FIELDS = {
  design: DesignField.nullish().meta({ description: OF_SOURCE }),
  mjml: MjmlSource.nullish().meta({ description: OF_SOURCE }),
}

/** The design and MJML of a message in an answer. */
export const SOURCE_RESPONSE = {
  editor: EditorField,
  design: DesignField.nullable().meta({
    description: 'The design that the body was made of. Null without one.',
    examples: [null],
  }),
  mjml: z
    .string()
    .nullable()
    .meta({ description: 'The MJML that the body was made of. Null without it.', examples: [null] }),
  previousDesign: z
    .object({ design: DesignField, replacedAt: DateTime })
    .meta({ title: 'PreviousDesign' })
    .nullable()
    .meta({ description: 'The last design that HTML or MJML replaced, for 30 days.', examples: [null] }),
}

/** Adds an issue to a message that has neither a body nor a source of one, or two sources. */
export function requireOneSource(sent: object, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const { body, design, mjml } = sent as { body?: unknown; design?: unknown; mjml?: unknown }
  refuseTwoSources(sent, context)
  if (body !== undefined || design != null || mjml != null) return
  context.addIssue({ code: 'custom', path: ['body'], message: 'Required', params: { code: 'required' } })
}

/** Adds an issue to a message that has both a design and MJML. */
export function refuseTwoSources(sent: object, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const { design, mjml } = sent as { design?: unknown; mjml?: unknown }
  if (design == null || mjml == null) return
  const message = 'Use either design or mjml, not both'
  context.addIssue({ code: 'custom', path: ['mjml'], message, params: { code: 'custom' } })
}

/** The common fields of a campaign and a template in an answer. */
export const MESSAGE_RESPONSE = {
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  type: z.enum(MESSAGE_TYPES),
}

/** The common fields of a campaign and a template to create. */
export const NewMessage = z.object({
  name: Name,
  description: Description.default(null),
  subject: LiquidSubject,
  body: LiquidBody.optional(),
  ...SOURCE_FIELDS,
  from: HeaderAddress,
  fromName: DisplayName,
  replyTo: HeaderAddress.nullable().default(null),
  type: z.enum(MESSAGE_TYPES).default('MARKETING'),
})

/** The common fields of a change of a campaign or a template; an omitted field stays as it is. */
export const MessagePatch = z
  .object({
    name: Name,
    description: Description,
    subject: LiquidSubject,
    body: LiquidBody,
    ...SOURCE_FIELDS,
    from: HeaderAddress,
    // Unlike `DisplayName`, for which an omitted name means null.
    fromName: OneLine.trim()
      .max(MAX_NAME_LENGTH)
      .nullable()
      .transform((name) => name || null),
    replyTo: HeaderAddress.nullable(),
    type: z.enum(MESSAGE_TYPES),
  })
  .partial()
