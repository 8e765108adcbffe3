import { previewDraft } from '../../../commands/sending/preview/preview-draft.js'
import { addressSettingsOf } from '../../../mail/links/address-settings.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentPreview } from '../../presenters/preview.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'
import { DraftPreviewResponse, PreviewDraft } from '../../schemas/preview.js'
import { recipientIn } from './recipient-in.js'

export const previewDraftRoute = defineEndpoint({
  operationId: 'previewDraft',
  method: 'post',
  path: '/preview',
  access: 'project',
  effect: 'reads',
  scope: 'read',
  summary: 'Preview and check a message without storing it',
  description:
    'Renders the message as it would be sent, and lists problems to fix before sending. The recipient is a contact, ' +
    'an address or `data` alone. Nothing is stored, and links to unsubscribe, subscribe and manage preferences lead ' +
    'nowhere. Errors in Liquid and MJML are findings with their line; the rest is still rendered.',
  example: {
    body: {
      subject: 'News for {{ firstName ?? you }}',
      body: '<p>Your plan: {{ plan }}</p>',
      type: 'TRANSACTIONAL',
      from: 'news@example.com',
      contactId: EXAMPLE_IDS.contact,
      data: { firstName: 'Ada', plan: 'pro' },
    },
  },
  request: { body: PreviewDraft },
  response: DraftPreviewResponse,
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  errors: ['CONTACT_NOT_FOUND', 'VALIDATION_ERROR'],
  async handle({ body }, { project, services: { config } }) {
    const { subject, body: html, design, mjml, translations, utm, type, from } = body
    const content = { subject, body: html, design, mjml, translations, utm }
    const draft = { project, content, type, from, recipient: recipientIn(body) }
    const settings = { ...addressSettingsOf(config), allowTestDomains: config.ALLOW_TEST_DOMAINS }
    return presentPreview(await previewDraft(draft, settings))
  },
})
