import { findTemplate } from '../../../commands/sending/templates/find-template.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTemplate } from '../../presenters/template.js'
import { TemplateParams, TemplateResponse } from '../../schemas/template.js'

export const getTemplateRoute = defineEndpoint({
  operationId: 'getTemplate',
  method: 'get',
  path: '/templates/:id',
  access: 'project',
  summary: 'Get a template',
  request: { params: TemplateParams },
  response: TemplateResponse,
  errors: ['TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return presentTemplate(await findTemplate({ projectId, templateId: params.id }))
  },
})
