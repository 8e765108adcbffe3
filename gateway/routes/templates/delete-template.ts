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
    'Returns 409 while a workflow step sends it, including steps of older versions with active executions ' +
    '(`details.workflows`). Messages already requested are still sent.',
  request: { params: TemplateParams },
  response: null,
  errors: ['TEMPLATE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    await deleteTemplate({ projectId, templateId: params.id })
  },
})
