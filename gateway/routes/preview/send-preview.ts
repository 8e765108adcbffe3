import { testSettings } from '../../../commands/sending/emails/store-test.js'
import { bodyContent } from '../../../commands/sending/sources/body-content.js'
import { translatedContent } from '../../../commands/sending/sources/message-content.js'
import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { sendPreview } from '../../../commands/sending/preview/send-preview.js'
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
  effect: 'acts',
  summary: 'Send a test email of an unsaved message',
  description:
    'Sends to project members and confirmed test addresses (`POST /projects/{id}/test-addresses`), one or up to 10. ' +
    'With a session, `to` is optional and defaults to the signed-in user; with a key, `to` is required. The subject ' +
    'starts with `[TEST] `. The message is rendered for the given contact or address, otherwise for each recipient. ' +
    "It is not tracked, and its unsubscribe links change nothing. It counts toward the project's reputation and as a " +
    'transactional email of its limit. Suppressed addresses receive nothing.',
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
  errors: ['CONTACT_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED', 'BILLING_LIMIT_EXCEEDED'],
  async handle({ body }, { projectId, project, caller, services: { config, billing } }) {
    const { subject, body: html, design, mjml, translations: translated, utm, type, from, fromName, replyTo } = body
    const context = messageSettings(project, config)
    const made = await bodyContent(
      { body: html, design, mjml },
      { prefix: '', language: project.language },
      { context },
    )
    const { translations } = await translatedContent(translated, { context })
    const content = { subject, body: made?.body ?? '', translations, utm }
    const draft = { content, type, from, fromName, replyTo, recipient: recipientIn(body) }
    const receivers = { projectId, userId: caller.type === 'user' ? caller.userId : null, to: body.to ?? null }
    const stored = await sendPreview(receivers, draft, testSettings(config, project, billing !== null))
    const [first, ...others] = stored.map(({ _id, to, toSpelling }) => ({ email: _id, to: toSpelling ?? to }))
    if (!first) throw new Error('A test without a recipient')
    return { ...first, emails: [first, ...others] }
  },
})
