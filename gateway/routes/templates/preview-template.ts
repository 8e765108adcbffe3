import { previewTemplate } from '../../../commands/sending/templates/preview-template.js'
import { addressSettingsOf } from '../../../mail/links/address-settings.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { PreviewResponse, TemplateParams, TemplatePreview } from '../../schemas/template.js'

export const previewTemplateRoute = defineEndpoint({
  operationId: 'previewTemplate',
  method: 'post',
  path: '/templates/:id/preview',
  access: 'project',
  effect: 'reads',
  scope: 'read',
  summary: 'Preview a template',
  description:
    'Returns subject, HTML and text as they would be sent, in the language of the contact, with the footer of a ' +
    'marketing message. `data` overrides the fields of the contact; without a contact, it is used alone. Links to ' +
    'unsubscribe, subscribe and manage preferences lead nowhere. A template that fails to render returns 422 on ' +
    '`subject` or `body`.',
  example: { body: { data: { firstName: 'Ada', plan: 'pro' } } },
  request: { params: TemplateParams, body: TemplatePreview },
  response: PreviewResponse,
  errors: ['TEMPLATE_NOT_FOUND', 'CONTACT_NOT_FOUND', 'VALIDATION_ERROR'],
  async handle({ params, body }, { project, projectId, services }) {
    const about = { project, contactId: body.contactId ?? null, patch: body.data }
    return previewTemplate({ projectId, templateId: params.id }, about, addressSettingsOf(services.config))
  },
})
