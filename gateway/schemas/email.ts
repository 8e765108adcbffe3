import { z } from 'zod'
import { MESSAGE_TYPES, SOURCE_TYPES } from '../../models/domain/message-kinds.js'
import { DEFERRAL_REASONS } from '../../models/domain/deferral.js'
import { EMAIL_STATUSES } from '../../models/domain/email-status.js'
import { VERDICTS } from '../../models/received-body.js'
import { dayBound, DateTime } from './date.js'
import { EMAIL_FILTER } from './email-filter.js'
import { EXAMPLE_IDS, idOf } from './ids.js'
import { Preheader } from './message.js'
import { CursorQuery } from './pagination.js'

const Status = z.enum(EMAIL_STATUSES)

/** An email as the API shows it. */
export const EmailResponse = z
  .object({
    id: idOf('email'),
    contactId: idOf('contact')
      .nullable()
      .meta({ description: 'Null for a test to an address without a contact.', examples: [EXAMPLE_IDS.contact] }),
    to: z
      .string()
      .nullable()
      .meta({ description: 'Null once the contact is deleted.', examples: ['ada@example.com'] }),
    toName: z.string().nullable(),
    subject: z.string().meta({
      description: 'The rendered subject. Until the message is sent, the Liquid source.',
      examples: ['Your receipt'],
    }),
    from: z.string().meta({ examples: ['orders@example.com'] }),
    fromName: z
      .string()
      .nullable()
      .meta({ examples: ['Acme'] }),
    replyTo: z.string().nullable(),
    sourceType: z.enum(SOURCE_TYPES).meta({ examples: ['TRANSACTIONAL'] }),
    templateId: z
      .string()
      .nullable()
      .meta({ examples: [EXAMPLE_IDS.template] }),
    campaignId: z.string().nullable(),
    workflowId: z.string().nullable(),
    executionId: z.string().nullable(),
    stepId: z.string().nullable(),
    status: Status.meta({ examples: ['DELIVERED'] }),
    messageId: z.string().nullable().meta({ description: "The provider's id of the message." }),
    error: z.string().nullable().meta({ description: 'Why the message was not sent.' }),
    deferred: z
      .object({
        reason: z.enum(DEFERRAL_REASONS).meta({ examples: ['provider_throttled'] }),
        since: DateTime.meta({ description: 'When the wait started.' }),
        retryAt: DateTime.nullable().meta({ description: 'Time of the next attempt. Null if unknown.' }),
      })
      .meta({ title: 'Deferral' })
      .nullable()
      .meta({ description: 'Why the message is waiting. Null if it is not waiting.', examples: [null] }),
    sentAt: DateTime.nullable(),
    deliveredAt: DateTime.nullable(),
    openedAt: DateTime.nullable(),
    clickedAt: DateTime.nullable(),
    bouncedAt: DateTime.nullable(),
    complainedAt: DateTime.nullable(),
    unsubscribedAt: DateTime.nullable().meta({
      description: 'When the recipient unsubscribed with a link in this email.',
    }),
    opens: z.int(),
    clicks: z.int(),
    tags: z.array(z.string()).meta({ examples: [['receipt']] }),
    createdAt: DateTime,
  })
  .meta({ id: 'Email' })

const EmailAttachment = z
  .object({
    filename: z.string(),
    contentType: z.string(),
    disposition: z.enum(['attachment', 'inline']),
    size: z.int().meta({ description: 'In bytes.' }),
  })
  .meta({ id: 'EmailAttachment' })

const VerdictField = z.enum(VERDICTS).meta({ examples: ['PASS'] })

/** The content of a received email, as long as bodies are kept. */
export const ReceivedContent = z
  .object({
    text: z.string().nullable(),
    html: z.string().nullable().meta({ description: 'Sanitised: without scripts, forms and remote images.' }),
    cc: z.array(z.string()),
    inReplyTo: z.string().nullable(),
    references: z.array(z.string()),
    verdicts: z.object({
      spam: VerdictField,
      virus: VerdictField,
      spf: VerdictField,
      dkim: VerdictField,
      dmarc: VerdictField.meta({
        description:
          'Only PASS proves that the owner of the From domain sent the message. Anything else may be forged.',
      }),
    }),
    isAutomatic: z
      .boolean()
      .meta({ description: 'Whether the message was generated automatically. Its event starts no workflows.' }),
    faults: z.array(z.string()).meta({ description: 'Parts that were truncated or could not be read.' }),
    attachments: z.array(EmailAttachment),
  })
  .meta({ id: 'ReceivedContent', description: 'The content of a received email, until its retention period ends.' })

/** An email with its events. */
export const EmailWithTimeline = EmailResponse.extend({
  type: z.enum(MESSAGE_TYPES).meta({ examples: ['TRANSACTIONAL'] }),
  sentAgainFrom: z
    .string()
    .nullable()
    .meta({ description: 'The id of the email that this one sends again. Null if there is none.', examples: [null] }),
  sentAgainAs: z
    .string()
    .nullable()
    .meta({ description: 'The id of the email that sends this one again. Null if there is none.', examples: [null] }),
  received: ReceivedContent.optional(),
  timeline: z
    .array(
      z
        .object({
          type: z.string().meta({ description: 'The name of the event.', examples: ['email.created'] }),
          timestamp: DateTime,
          data: z.record(z.string(), z.unknown()),
        })
        .meta({ id: 'EmailHappening' }),
    )
    .meta({ description: 'The events from `email.created` on, oldest first, up to 1,000.' }),
}).meta({ id: 'EmailWithTimeline' })

/** The content of an email. */
export const EmailContentResponse = z
  .object({
    subject: z.string().meta({ description: 'As the recipient received it.', examples: ['Your receipt'] }),
    preheader: Preheader,
    html: z
      .string()
      .nullable()
      .meta({ description: 'With the original link URLs.', examples: ['<p>Thank you</p>'] }),
    text: z
      .string()
      .nullable()
      .meta({ examples: ['Thank you'] }),
    fault: z.string().nullable().meta({ description: 'Why rendering failed. Null if it succeeded.' }),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }).meta({ title: 'EmailHeader' }))
      .meta({ description: 'The custom headers of the request.', examples: [[]] }),
    attachments: z.array(EmailAttachment).meta({ description: 'Without the file contents.', examples: [[]] }),
  })
  .meta({ id: 'EmailContent' })

/** The query of GET /emails: all filters have to match; a blank address is no filter. */
export const EmailListQuery = CursorQuery.extend({
  ...EMAIL_FILTER,
  startDate: dayBound('Start of the range, by creation date: a day or a date-time.', '2026-03-01'),
  endDate: dayBound('End of the range, inclusive: a day or a date-time.', '2026-03-30T18:00:00+02:00'),
})
