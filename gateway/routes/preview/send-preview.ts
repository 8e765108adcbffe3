import { sendPreview } from '../../../commands/preview/send-preview.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'
import { TestDraft, TestEmailResponse } from '../../schemas/preview.js'
import { recipientIn } from './recipient-in.js'

export const sendPreviewRoute = defineEndpoint({
  operationId: 'sendPreview',
  method: 'post',
  path: '/preview/send',
  access: 'project',
  summary: 'Send a message that is not stored to a member of the project',
  description:
    'A session may leave `to` out, and gets the message itself; a key names the address of a member. The subject ' +
    'begins with `[TEST] `. The message is filled in for the contact or the address that is named, otherwise for the ' +
    'member. It is neither tracked nor counted. A suppressed address gets nothing.',
  example: {
    body: {
      to: 'grace@example.com',
      subject: 'News for {{ firstName ?? you }}',
      body: '<p>Your plan: {{ plan ?? free }}</p>',
      from: 'news@example.com',
      contactId: EXAMPLE_IDS.contact,
      data: { firstName: 'Ada' },
    },
  },
  request: { body: TestDraft },
  response: TestEmailResponse,
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  errors: ['CONTACT_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED'],
  async handle({ body }, { projectId, caller, services: { config } }) {
    const { subject, body: html, translations, type, from, fromName, replyTo } = body
    const content = { subject, body: html, translations }
    const draft = { content, type, from, fromName, replyTo, recipient: recipientIn(body) }
    const receiver = { projectId, userId: caller.type === 'user' ? caller.userId : null, to: body.to ?? null }
    const { ALLOW_TEST_DOMAINS: allowTestDomains, EMAIL_BODY_RETENTION_DAYS: retentionDays } = config
    const email = await sendPreview(receiver, draft, { allowTestDomains, retentionDays })
    return { email: email._id, to: email.toSpelling ?? email.to }
  },
})
