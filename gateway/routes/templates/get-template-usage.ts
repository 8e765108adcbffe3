import { findTemplateUsage } from '../../../commands/sending/templates/find-template-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TemplateParams, TemplateUsageResponse } from '../../schemas/template.js'

export const getTemplateUsageRoute = defineEndpoint({
  operationId: 'getTemplateUsage',
  method: 'get',
  path: '/templates/:id/usage',
  access: 'project',
  summary: 'Get the usage of a template',
  description:
    'Lists the workflow steps that send the template, including older versions with active executions, and counts ' +
    'the messages sent from it.',
  request: { params: TemplateParams },
  response: TemplateUsageResponse,
  errors: ['TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return findTemplateUsage({ projectId, templateId: params.id })
  },
})
