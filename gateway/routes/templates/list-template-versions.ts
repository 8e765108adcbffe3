import { listTemplateVersions } from '../../../commands/sending/templates/list-template-versions.js'
import { decodeCursor, encodeCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTemplateVersion } from '../../presenters/template-version.js'
import { CursorQuery, cursorList } from '../../schemas/pagination.js'
import { TemplateParams } from '../../schemas/template.js'
import { ListedTemplateVersion } from '../../schemas/template-version.js'

export const listTemplateVersionsRoute = defineEndpoint({
  operationId: 'listTemplateVersions',
  method: 'get',
  path: '/templates/:id/versions',
  access: 'project',
  summary: 'List template versions, newest first',
  description:
    'Each change of the subject, the body, the sender or a translation makes a version. The last 50 versions before ' +
    'the current one are kept, each for 90 days after it was replaced.',
  example: { query: { limit: 20 } },
  request: { params: TemplateParams, query: CursorQuery },
  response: cursorList(ListedTemplateVersion).meta({ id: 'TemplateVersionList' }),
  errors: ['BAD_REQUEST', 'TEMPLATE_NOT_FOUND'],
  async handle({ params, query }, { projectId }) {
    const ref = { projectId, templateId: params.id }
    const before = decodeCursor(query.cursor, 'number')?.sortValue ?? null
    const { versions, hasMore, total } = await listTemplateVersions(ref, { before, limit: query.limit })
    const last = versions.at(-1)
    const cursor = hasMore && last ? encodeCursor(last.version, params.id) : null
    return { data: versions.map(presentTemplateVersion), cursor, hasMore, total }
  },
})
