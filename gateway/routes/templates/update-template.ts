import { updateTemplate } from '../../../commands/sending/templates/update-template.js'
import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { showCurrent } from '../../http/response/show-current.js'
import { presentTemplate } from '../../presenters/template.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'
import { TemplateParams, TemplatePatch, TemplateResponse } from '../../schemas/template.js'

export const updateTemplateRoute = defineEndpoint({
  operationId: 'updateTemplate',
  method: 'patch',
  path: '/templates/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Update a template',
  description:
    'Changes only the fields in the body. `null` clears `description`, `fromName`, `replyTo` and `translations`. ' +
    'The domain of `from` must be verified. Messages already requested are sent unchanged.',
  example: { body: { subject: 'Welcome aboard, {{ firstName ?? friend }}', description: null } },
  request: { params: TemplateParams, body: TemplatePatch },
  response: TemplateResponse,
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  errors: ['TEMPLATE_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED', 'CONFLICT'],
  async handle({ params, body }, { projectId, project, caller, services }) {
    const settings = messageSettings(project, services.config)
    const { ifUpdatedAt, ...patch } = body
    const edit = { projectId, templateId: params.id, authorId: userIdOf(caller), ifUpdatedAt }
    return presentTemplate(await showCurrent(presentTemplate, () => updateTemplate(edit, patch, settings)))
  },
})
