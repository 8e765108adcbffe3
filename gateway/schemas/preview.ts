import { z } from 'zod'
import { FINDING_CODES, SEVERITIES } from '../../models/domain/findings/finding.js'
import { MESSAGE_TYPES } from '../../models/message.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { DataField } from './data.js'
import { HeaderAddress } from './email-address.js'
import { EXAMPLE_IDS, Id, idOf } from './ids.js'
import { DraftBody, DraftSubject, LiquidBody, LiquidSubject } from './liquid.js'
import { Locale } from './locale.js'
import { Preheader } from './message.js'
import { Translations, translationsOf } from './template.js'
import { DisplayName } from './text.js'

const DraftTranslation = z
  .object({ subject: DraftSubject.optional(), body: DraftBody.optional() })
  .meta({ title: 'DraftTranslation' })

const MessageType = z.enum(MESSAGE_TYPES).default('MARKETING')

/** For whom a message is shown. */
export const ShownTo = z.object({
  contactId: Id.nullish().meta({
    description: 'The contact whose fields fill in the message.',
    examples: [EXAMPLE_IDS.contact],
  }),
  email: HeaderAddress.nullish().meta({
    description: 'The address of a contact, or of nobody, in place of the id.',
    examples: ['ada@example.com'],
  }),
  data: DataField.meta({ description: 'Values over the fields of the contact, or sample data without one.' }),
  language: Locale.nullish().meta({
    description: "Replaces the recipient's own language.",
    examples: ['de'],
  }),
})

/** The message to show, and for whom. */
export const PreviewDraft = ShownTo.extend({
  subject: DraftSubject,
  body: DraftBody,
  translations: translationsOf(DraftTranslation).nullish().transform(orNull),
  type: MessageType,
  from: HeaderAddress.nullish().transform(orNull),
  fromName: DisplayName,
  replyTo: HeaderAddress.nullish().transform(orNull),
})
  .superRefine(refuseTwoRecipients, besideOtherFaults)
  .meta({ id: 'PreviewDraft' })

/** The message to send to a member, and for whom it is filled in. */
export const TestDraft = ShownTo.extend({
  to: HeaderAddress.optional().meta({
    description: 'The address of a member of the project; with a session, by default that of the signed-in user.',
    examples: ['grace@example.com'],
  }),
  subject: LiquidSubject,
  body: LiquidBody,
  translations: Translations.nullish().transform(orNull),
  type: MessageType,
  from: HeaderAddress,
  fromName: DisplayName,
  replyTo: HeaderAddress.nullish().transform(orNull),
})
  .superRefine(refuseTwoRecipients, besideOtherFaults)
  .meta({ id: 'TestDraft' })

const Line = z.int().nullable()

/** Something that an author should know before a message is sent. */
const FindingResponse = z
  .object({
    code: z.enum(FINDING_CODES).meta({ examples: ['variable_without_fallback'] }),
    severity: z.enum(SEVERITIES).meta({
      description:
        '`error`: the message cannot be sent or rendered as it is. `warning`: a fault that recipients meet. `info`: ' +
        'good to know.',
      examples: ['warning'],
    }),
    message: z.string().meta({ examples: ['Recipients without plan see an empty space'] }),
    suggestion: z
      .string()
      .nullable()
      .meta({ examples: ['Add a fallback: {{ plan ?? "…" }}'] }),
    field: z
      .string()
      .nullable()
      .meta({
        description: 'The field of the request in which it stands, or `html` for that of the answer.',
        examples: ['body'],
      }),
    line: Line.meta({ description: 'In that text, from 1 on; null for the text as a whole.', examples: [1] }),
    column: Line.meta({ examples: [10] }),
    element: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the link or the image.', examples: [null] }),
  })
  .meta({ id: 'Finding' })

/** A draft as its recipient would get it. */
export const DraftPreviewResponse = z
  .object({
    subject: z
      .string()
      .nullable()
      .meta({ description: 'Null where the Liquid is at fault, as below.', examples: ['News for Ada'] }),
    preheader: Preheader,
    html: z
      .string()
      .nullable()
      .meta({
        description: 'With the footer, and with the addresses that the author wrote.',
        examples: ['<p>Your plan: pro</p>'],
      }),
    text: z
      .string()
      .nullable()
      .meta({ examples: ['Your plan: pro'] }),
    size: z
      .int()
      .nullable()
      .meta({
        description: 'Of the HTML as it would leave, with its tracked links; in bytes.',
        examples: [21],
      }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'The translation that was taken; null for the message itself.', examples: [null] }),
    variables: z
      .array(
        z
          .object({
            name: z.string().meta({ examples: ['plan'] }),
            value: z
              .string()
              .nullable()
              .meta({
                description: 'As a template prints it, up to 500 characters; null where the recipient has none.',
                examples: ['pro'],
              }),
            isKnown: z.boolean().meta({ description: 'Whether the message or the project has such a variable.' }),
          })
          .meta({ id: 'PreviewVariable' }),
      )
      .meta({ description: 'What the message uses and does not define itself, in the order of its text, up to 200.' }),
    findings: z.array(FindingResponse).meta({ description: 'The gravest first, up to 100.' }),
  })
  .meta({ id: 'DraftPreview' })

/** The email of a test. */
export const TestEmailResponse = z
  .object({ email: idOf('email'), to: z.string().meta({ examples: ['grace@example.com'] }) })
  .meta({ id: 'TestEmail' })

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null
}

function refuseTwoRecipients(
  { contactId, email }: { contactId?: unknown; email?: unknown },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  if (contactId == null || email == null) return
  const message = 'Use either contactId or email, not both'
  context.addIssue({ code: 'custom', path: ['email'], message, params: { code: 'custom' } })
}
