import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { Template } from '../../../models/template.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTemplate } from '../../presenters/template.js'
import { resourceId } from '../../schemas/ids.js'
import { TemplateResponse } from '../../schemas/template.js'

export const getTemplate = defineEndpoint({
  operationId: 'getTemplate',
  method: 'get',
  path: '/templates/:id',
  access: 'project',
  summary: 'Get a template',
  request: { params: z.object({ id: resourceId('template') }) },
  response: TemplateResponse,
  errors: ['TEMPLATE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const template = await Template.findOne({ _id: params.id, projectId }).lean()
    if (!template) throw notFound('template', params.id)
    return presentTemplate(template)
  },
})
