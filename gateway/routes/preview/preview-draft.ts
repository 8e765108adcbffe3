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
  summary: 'Render a message that is not stored, and check it',
  description:
    'What a recipient would get, rendered by the code that sends, with the findings that an author should know ' +
    'before. The recipient is a contact, an address, or `data` alone. Nothing is stored, and the links to ' +
    'unsubscribe, to subscribe and to manage lead nowhere. Liquid that is at fault is a finding with its line, and ' +
    'the rest is rendered all the same.',
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
    const { subject, body: html, translations, type, from } = body
    const draft = { project, content: { subject, body: html, translations }, type, from, recipient: recipientIn(body) }
    const settings = { ...addressSettingsOf(config), allowTestDomains: config.ALLOW_TEST_DOMAINS }
    return presentPreview(await previewDraft(draft, settings))
  },
})
