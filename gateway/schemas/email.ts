import { z } from 'zod'
import { DEFERRAL_REASONS } from '../../models/domain/deferral.js'
import { EMAIL_STATUSES } from '../../models/domain/email-status.js'
import { SOURCE_TYPES } from '../../models/email.js'
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
      .meta({ description: 'Null for a test to an address that no contact has.', examples: [EXAMPLE_IDS.contact] }),
    to: z
      .string()
      .nullable()
      .meta({ description: 'Null once its contact is deleted.', examples: ['ada@example.com'] }),
    toName: z.string().nullable(),
    subject: z.string().meta({
      description: 'As the recipient saw it; as it was written, in Liquid, until the message is sent.',
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
        since: DateTime.meta({ description: 'Since when it waits for this reason.' }),
        retryAt: DateTime.nullable().meta({ description: 'When it is tried again; null if unknown.' }),
      })
      .meta({ title: 'Deferral' })
      .nullable()
      .meta({ description: 'Why the message is not out yet; null when it does not wait.', examples: [null] }),
    sentAt: DateTime.nullable(),
    deliveredAt: DateTime.nullable(),
    openedAt: DateTime.nullable(),
    clickedAt: DateTime.nullable(),
    bouncedAt: DateTime.nullable(),
    complainedAt: DateTime.nullable(),
    unsubscribedAt: DateTime.nullable().meta({ description: 'When the recipient unsubscribed by this email.' }),
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
        description: 'PASS alone proves that the owner of the domain in From sent the message; all else may be forged.',
      }),
    }),
    isAutomatic: z.boolean().meta({ description: 'Whether a machine wrote it: its event starts no workflow.' }),
    faults: z.array(z.string()).meta({ description: 'What was cut off or could not be read.' }),
    attachments: z.array(EmailAttachment),
  })
  .meta({ id: 'ReceivedContent', description: 'The content of a received email, as long as bodies are kept.' })

/** An email with its events. */
export const EmailWithTimeline = EmailResponse.extend({
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
    subject: z.string().meta({ description: 'As the recipient saw it.', examples: ['Your receipt'] }),
    preheader: Preheader,
    html: z
      .string()
      .nullable()
      .meta({ description: 'With the addresses that the author wrote.', examples: ['<p>Thank you</p>'] }),
    text: z
      .string()
      .nullable()
      .meta({ examples: ['Thank you'] }),
    fault: z.string().nullable().meta({ description: 'Why it cannot be rendered; null where it can.' }),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }).meta({ title: 'EmailHeader' }))
      .meta({ description: 'The headers that the request asked for.', examples: [[]] }),
    attachments: z.array(EmailAttachment).meta({ description: 'Without their bytes.', examples: [[]] }),
  })
  .meta({ id: 'EmailContent' })

/** The query of GET /emails: all filters have to match; a blank address is no filter. */
export const EmailListQuery = CursorQuery.extend({
  ...EMAIL_FILTER,
  startDate: dayBound('The first day on which the email was stored, or a date-time.', '2026-03-01'),
  endDate: dayBound('The last day, or a date-time; included.', '2026-03-30T18:00:00+02:00'),
})
