import { findTemplateUsage } from '../../../commands/sending/templates/find-template-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TemplateParams, TemplateUsageResponse } from '../../schemas/template.js'

export const getTemplateUsageRoute = defineEndpoint({
  operationId: 'getTemplateUsage',
  method: 'get',
  path: '/templates/:id/usage',
  access: 'project',
  summary: 'Get the references to a template, and the number of messages sent from it',
  description: 'Steps of older versions are listed as long as executions are active in these.',
  request: { params: TemplateParams },
  response: TemplateUsageResponse,
  errors: ['TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return findTemplateUsage({ projectId, templateId: params.id })
  },
})
