import type { z } from 'zod'
import { withinSendLimit } from '../../../commands/tenancy/billing/within-send-limit.js'
import { sendEmails, type SendRequest } from '../../../commands/sending/emails/send-emails.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'
import { SendBody, SendResponse } from '../../schemas/send.js'
import { findSizeFaults } from './check-sizes.js'
import { findNearMissNames } from './near-miss-names.js'

type Body = z.output<typeof SendBody>

export const sendEmailRoute = defineEndpoint({
  operationId: 'sendEmail',
  method: 'post',
  path: '/v1/send',
  access: 'secretKey',
  effect: 'acts',
  scope: 'send',
  summary: 'Send a transactional email',
  description:
    'Sends a template, or `subject` and `body`, to one or more recipients. Fields next to a template override those ' +
    'of the template. Each recipient becomes a contact. `data`, `headers` and `tags` can be at most 256 KB in total ' +
    'as JSON. A successful response means that the message is stored and will be sent even if a process or a server ' +
    'fails. Unknown fields are ignored, except for the names that other APIs use: `html`, `text`, `reply_to`, ' +
    '`template_id`, `templateId`, `send_at`, `scheduledAt`, `scheduledFor`, `cc` and `bcc` are rejected with a ' +
    'suggestion.',
  example: {
    body: {
      to: 'ada@example.com',
      subject: 'Order {{ orderId }} is on its way',
      body: '<p>Hello {{ firstName ?? there }}, it left today.</p>',
      from: { name: 'Acme', email: 'orders@example.com' },
      data: { firstName: 'Ada', orderId: { value: '4711', persistent: false } },
    },
  },
  request: { body: SendBody },
  findBodyFaults: (sent, config) => [...findNearMissNames(sent), ...findSizeFaults(sent, config)],
  response: SendResponse,
  envelope: 'success',
  idempotent: true,
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  errors: [
    'VALIDATION_ERROR',
    'TEMPLATE_NOT_FOUND',
    'DOMAIN_NOT_VERIFIED',
    'IDEMPOTENCY_KEY_REUSED',
    'BILLING_LIMIT_EXCEEDED',
  ],
  async handle({ body }, { projectId, project, caller, services, idempotency }) {
    const { config, billing } = services
    const senderDomains = caller.type === 'secretKey' ? caller.domains : null
    const sends = { project, emails: body.to.length, hasBilling: billing !== null }
    const emails = await withinSendLimit(sends, () =>
      sendEmails(
        { ...requestOf(body), projectId, claim: idempotency, senderDomains },
        { allowTestDomains: config.ALLOW_TEST_DOMAINS, retentionDays: config.EMAIL_BODY_RETENTION_DAYS },
      ),
    )
    return {
      emails: emails.map(({ _id: email, contactId, to }) => ({ contact: { id: contactId, email: to }, email })),
      timestamp: new Date().toISOString(),
    }
  },
})

function requestOf(body: Body): Omit<SendRequest, 'projectId' | 'claim' | 'senderDomains'> {
  const { subject, subscribed, headers, attachments, tracking, tags } = body
  return {
    recipients: body.to,
    subject,
    body: body.body,
    templateId: body.template,
    from: senderOf(body),
    replyTo: body.reply,
    subscribed,
    patch: body.data,
    headers,
    attachments,
    tracking,
    tags,
  }
}

/** A separate `name` is the older form, and applies only to a `from` that is an address alone. */
function senderOf({ from, name }: Body): SendRequest['from'] {
  if (from === undefined) return undefined
  return typeof from === 'string' ? { address: from, name } : { address: from.email, name: from.name }
}
