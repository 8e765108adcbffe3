import { deleteTemplate } from '../../../commands/sending/templates/delete-template.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TemplateParams } from '../../schemas/template.js'

export const deleteTemplateRoute = defineEndpoint({
  operationId: 'deleteTemplate',
  method: 'delete',
  path: '/templates/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a template',
  description:
    'Answers 409 while a step of a workflow sends it, or a step of an older version in which executions are active ' +
    '(`details.workflows`). Messages that were already requested are sent.',
  request: { params: TemplateParams },
  response: null,
  errors: ['TEMPLATE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    await deleteTemplate({ projectId, templateId: params.id })
  },
})
