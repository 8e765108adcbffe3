import { duplicateTemplate } from '../../../commands/sending/templates/duplicate-template.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTemplate } from '../../presenters/template.js'
import { MAX_NAME_LENGTH } from '../../schemas/message.js'
import { TemplateParams, TemplateResponse } from '../../schemas/template.js'

export const duplicateTemplateRoute = defineEndpoint({
  operationId: 'duplicateTemplate',
  method: 'post',
  path: '/templates/:id/duplicate',
  access: 'project',
  effect: 'keeps',
  summary: 'Duplicate a template',
  description: 'The name of the copy ends with ` (Copy)`.',
  example: { response: { name: 'Welcome (Copy)' } },
  request: { params: TemplateParams },
  response: TemplateResponse,
  status: 201,
  quota: 'templates',
  errors: ['TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId, caller }) {
    return presentTemplate(
      await duplicateTemplate(
        { projectId, templateId: params.id, authorId: userIdOf(caller) },
        { maxNameLength: MAX_NAME_LENGTH },
      ),
    )
  },
})
