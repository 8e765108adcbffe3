import { listTemplates } from '../../../commands/sending/templates/list-templates.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentOffsetPage } from '../../presenters/offset-page.js'
import { presentListedTemplate } from '../../presenters/template.js'
import { offsetList } from '../../schemas/pagination.js'
import { ListedTemplateResponse, TemplateListQuery } from '../../schemas/template.js'

export const listTemplatesRoute = defineEndpoint({
  operationId: 'listTemplates',
  method: 'get',
  path: '/templates',
  access: 'project',
  summary: 'List templates',
  example: { query: { page: 1, pageSize: 20, type: 'TRANSACTIONAL', sort: 'name', dir: 'asc' } },
  request: { query: TemplateListQuery },
  response: offsetList(ListedTemplateResponse),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { templates, total } = await listTemplates({ ...query, projectId })
    return presentOffsetPage(templates.map(presentListedTemplate), total, query)
  },
})
