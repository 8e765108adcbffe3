import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { FINDING_CODES, SEVERITIES } from '../../models/domain/findings/finding.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { DataField } from './data.js'
import { HeaderAddress } from './email-address.js'
import { EXAMPLE_IDS, Id, idOf } from './ids.js'
import { DraftDesign } from './design.js'
import { DraftBody, DraftMjml, DraftSubject, DraftUtm, LiquidBody, LiquidSubject, UtmField } from './liquid.js'
import { Locale } from './locale.js'
import { Preheader, refuseTwoSources, requireOneSource, SOURCE_FIELDS } from './message.js'
import { Translations, translationsOf } from './template.js'
import { DisplayName } from './text.js'

const OF_SOURCE = 'Instead of `body`.'
const DRAFT_SOURCES = {
  design: DraftDesign.nullish().meta({ description: OF_SOURCE }),
  mjml: DraftMjml.nullish().meta({ description: OF_SOURCE }),
}

const DraftTranslation = z
  .object({ subject: DraftSubject.optional(), body: DraftBody.optional(), ...DRAFT_SOURCES })
  .superRefine(refuseTwoSources, besideOtherFaults)
  .meta({ title: 'DraftTranslation' })

/** The most recipients of a test. */
const MAX_RECEIVERS = 10

const MessageType = z.enum(MESSAGE_TYPES).default('MARKETING')

/** For whom a message is shown. */
export const ShownTo = z.object({
  contactId: Id.nullish().meta({
    description: 'The contact to render the message for.',
    examples: [EXAMPLE_IDS.contact],
  }),
  email: HeaderAddress.nullish().meta({
    description: 'An email address, with or without a contact, instead of the id.',
    examples: ['ada@example.com'],
  }),
  data: DataField.meta({
    description: 'Values that override the fields of the contact, or sample data without a contact.',
  }),
  language: Locale.nullish().meta({
    description: "Replaces the recipient's own language.",
    examples: ['de'],
  }),
})

/** The message to show, and for whom. */
export const PreviewDraft = ShownTo.extend({
  subject: DraftSubject,
  body: DraftBody.optional(),
  ...DRAFT_SOURCES,
  translations: translationsOf(DraftTranslation).nullish().transform(orNull),
  type: MessageType,
  utm: DraftUtm.nullish().transform(orNull),
  from: HeaderAddress.nullish().transform(orNull),
  fromName: DisplayName,
  replyTo: HeaderAddress.nullish().transform(orNull),
})
  .superRefine(refuseTwoRecipients, besideOtherFaults)
  .superRefine(requireOneSource, besideOtherFaults)
  .meta({ id: 'PreviewDraft' })

/** The message to send as a test, and for whom it is filled in. */
export const TestDraft = ShownTo.extend({
  to: z
    .union([
      HeaderAddress.meta({ title: 'TestReceiver' }),
      z.array(HeaderAddress).min(1).max(MAX_RECEIVERS).meta({ title: 'TestReceivers' }),
    ])
    .optional()
    .meta({
      description:
        'The address of a project member or a confirmed test address, or several of these. With a session, defaults to ' +
        'the signed-in user.',
      examples: ['grace@example.com'],
    }),
  subject: LiquidSubject,
  body: LiquidBody.optional(),
  ...SOURCE_FIELDS,
  translations: Translations.nullish().transform(orNull),
  type: MessageType,
  utm: UtmField.nullish().transform(orNull),
  from: HeaderAddress,
  fromName: DisplayName,
  replyTo: HeaderAddress.nullish().transform(orNull),
})
  .superRefine(refuseTwoRecipients, besideOtherFaults)
  .superRefine(requireOneSource, besideOtherFaults)
  .meta({ id: 'TestDraft' })

const Line = z.int().nullable()

/** Something that an author should know before a message is sent. */
const FindingResponse = z
  .object({
    code: z.enum(FINDING_CODES).meta({ examples: ['variable_without_fallback'] }),
    severity: z.enum(SEVERITIES).meta({
      description:
        '`error`: the message cannot be sent or rendered. `warning`: a problem that recipients notice. `info`: good ' +
        'to know.',
      examples: ['warning'],
    }),
    message: z.string().meta({ examples: ['Recipients without plan see an empty space'] }),
    suggestion: z
      .string()
      .nullable()
      .meta({ examples: ['Add a fallback: {{ plan ?? "…" }}'] }),
    variable: z
      .string()
      .nullable()
      .meta({ description: 'The variable that the finding is about.', examples: ['plan'] }),
    field: z
      .string()
      .nullable()
      .meta({
        description: 'The field of the request with the problem, or `html` for the HTML of the response.',
        examples: ['body'],
      }),
    line: Line.meta({ description: 'Line in that text, starting at 1. Null for the whole text.', examples: [1] }),
    column: Line.meta({ examples: [10] }),
    element: z
      .string()
      .nullable()
      .meta({ description: 'The start of the link or image URL.', examples: [null] }),
    blockId: z
      .string()
      .nullable()
      .meta({ description: 'The block of the design with the problem.', examples: [null] }),
  })
  .meta({ id: 'Finding' })

/** A draft as its recipient would get it. */
export const DraftPreviewResponse = z
  .object({
    subject: z
      .string()
      .nullable()
      .meta({ description: 'Null if the Liquid has errors, as below.', examples: ['News for Ada'] }),
    preheader: Preheader,
    html: z
      .string()
      .nullable()
      .meta({
        description: 'With the footer and the original link URLs.',
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
        description: 'Size of the HTML as sent, with tracked links, in bytes.',
        examples: [21],
      }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'The translation used. Null for the message itself.', examples: [null] }),
    variables: z
      .array(
        z
          .object({
            name: z.string().meta({ examples: ['plan'] }),
            value: z
              .string()
              .nullable()
              .meta({
                description: 'As rendered in a template, up to 500 characters. Null if the recipient has no value.',
                examples: ['pro'],
              }),
            isKnown: z.boolean().meta({ description: 'Whether the variable exists in the message or the project.' }),
          })
          .meta({ id: 'PreviewVariable' }),
      )
      .meta({ description: 'Variables that the message uses and does not define, in order of appearance, up to 200.' }),
    findings: z.array(FindingResponse).meta({ description: 'The most severe first, up to 100.' }),
  })
  .meta({ id: 'DraftPreview' })

/** One email of a test. */
const TestCopy = z
  .object({ email: idOf('email'), to: z.string().meta({ examples: ['grace@example.com'] }) })
  .meta({ title: 'TestCopy' })

/** The emails of a test. */
export const TestEmailResponse = TestCopy.extend({
  emails: z.array(TestCopy).meta({ description: 'All emails of the test; the first one is also above.' }),
}).meta({ id: 'TestEmail' })

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
