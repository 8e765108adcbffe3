import { z } from 'zod'
import { missingContent, type Recipient } from '../../commands/sending/emails/send-emails.js'
import { Attachment } from './attachment.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { DataField } from './data.js'
import { DateTime } from './date.js'
import { HeaderAddress } from './email-address.js'
import { EXAMPLE_IDS, Id, idOf } from './ids.js'
import { MAX_RECIPIENTS } from './limits.js'
import { LiquidBody, LiquidSubject } from './liquid.js'
import { MessageHeaders } from './message-headers.js'
import { refuseLargeVariables } from './request-variables.js'
import { DisplayName, OneLine } from './text.js'
import { normaliseAddress } from '../../models/domain/addresses.js'

const MAX_TAGS = 10
const MAX_TAG_LENGTH = 255

const Address = HeaderAddress.meta({ title: 'Address' })
const Mailbox = z.object({ name: DisplayName, email: HeaderAddress }).meta({ title: 'Mailbox' })
const AddressOrMailbox = z.union([Address, Mailbox]).meta({ title: 'AddressOrMailbox' })
const Mailboxes = z
  .array(z.union([Address, Mailbox]).meta({ title: 'ListedMailbox' }))
  .min(1)
  .max(MAX_RECIPIENTS)
  .meta({ title: 'Mailboxes' })
// The union is flat, because generators fail on a union in a union.
const Recipients = z.union([Address, Mailbox, Mailboxes]).meta({ title: 'Recipients' }).transform(distinctRecipients)

/** A message to one or more recipients: a template, or subject and body. */
export const SendBody = z
  .object({
    to: Recipients.meta({
      description:
        'The recipients. `name` appears in the To header. `{{ name }}` falls back to it if neither `data.name` nor ' +
        'the contact has a name. A contact without a name keeps it.',
    }),
    subject: LiquidSubject.optional(),
    body: LiquidBody.optional(),
    template: Id.optional().meta({ examples: [EXAMPLE_IDS.template] }),
    from: AddressOrMailbox.optional(),
    name: DisplayName,
    subscribed: z.boolean().optional(),
    data: DataField,
    headers: MessageHeaders.default([]),
    reply: HeaderAddress.optional(),
    replyTo: HeaderAddress.optional().meta({ description: 'Alias of `reply`. If you send both, they must be equal.' }),
    attachments: z
      .array(Attachment)
      .default([])
      .meta({
        description: 'At most 10 MB in total. An installation can allow more or larger attachments.',
        override: { maxItems: 10 },
      }),
    tracking: z.boolean().optional(),
    tags: z.array(OneLine.min(1).max(MAX_TAG_LENGTH)).max(MAX_TAGS).default([]),
    scheduledFor: z
      .unknown()
      .refine((date) => date === undefined || date === null, {
        error: 'Not supported: this endpoint sends immediately',
        params: { suggestion: 'Remove scheduledFor, or schedule a campaign' },
      })
      .optional()
      .meta({ description: 'Not supported. Only campaigns can be scheduled.', override: { type: 'null' } }),
  })
  .superRefine(refuseLargeVariables, besideOtherFaults)
  .superRefine(({ reply, replyTo }, context) => {
    if (reply === undefined || replyTo === undefined || reply === replyTo) return
    if (context.issues.some(({ path: [field] = [] }) => field === 'reply' || field === 'replyTo')) return
    const message = '`replyTo` and `reply` must be equal'
    context.addIssue({ code: 'custom', path: ['replyTo'], message, params: { code: 'custom' } })
  }, besideOtherFaults)
  .superRefine((body, context) => {
    if (body.template !== undefined) return
    for (const { field, message, code } of missingContent(body)) {
      context.addIssue({ code: 'custom', path: [field], message, params: { code } })
    }
  }, besideOtherFaults)
  .transform(({ replyTo, ...body }) => ({ ...body, reply: body.reply ?? replyTo }))
  .meta({
    id: 'SendEmail',
    override: {
      anyOf: [
        { title: 'SendTemplate', required: ['template'] },
        {
          title: 'SendContent',
          required: ['subject', 'body', 'from'],
          properties: { template: { not: {} } },
          not: { required: ['template'] },
        },
      ],
    },
  })

/** One email for each recipient, in the order of the request. */
export const SendResponse = z
  .object({
    emails: z.array(
      z.object({
        contact: z.object({ id: idOf('contact'), email: z.string().meta({ examples: ['ada@example.com'] }) }),
        email: idOf('email'),
      }),
    ),
    timestamp: DateTime,
  })
  .meta({ id: 'SentEmails' })

/** The distinct recipients in the order of the request, each with the path of its field. */
function distinctRecipients(to: z.output<typeof AddressOrMailbox> | z.output<typeof AddressOrMailbox>[]): Recipient[] {
  const named = Array.isArray(to)
    ? to.map((entry, index) => toRecipient(entry, `to.${index}`))
    : [toRecipient(to, 'to')]
  const byAddress = new Map<string, Recipient>()
  for (const recipient of named) if (!byAddress.has(recipient.address)) byAddress.set(recipient.address, recipient)
  return [...byAddress.values()]
}

function toRecipient(entry: z.output<typeof AddressOrMailbox>, field: string): Recipient {
  const { email: spelling, name } = typeof entry === 'string' ? { email: entry, name: null } : entry
  return { address: normaliseAddress(spelling), spelling, name, field }
}
