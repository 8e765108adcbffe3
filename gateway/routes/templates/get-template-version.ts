import { findTemplateVersion } from '../../../commands/sending/templates/find-template-version.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentVersionContent } from '../../presenters/template-version.js'
import { readVersion, TemplateVersionParams, TemplateVersionResponse } from '../../schemas/template-version.js'

export const getTemplateVersionRoute = defineEndpoint({
  operationId: 'getTemplateVersion',
  method: 'get',
  path: '/templates/:id/versions/:version',
  access: 'project',
  summary: 'Get a template version',
  description: 'Images of the version that have been deleted since are not kept.',
  request: { params: TemplateVersionParams },
  response: TemplateVersionResponse,
  errors: ['TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const ref = { projectId, templateId: params.id }
    return presentVersionContent(await findTemplateVersion(ref, readVersion(params)))
  },
})
