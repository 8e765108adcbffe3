import { listImports } from '../../../commands/lifecycle/imports/list-imports.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { presentListedImport } from '../../presenters/job.js'
import { ListedImport } from '../../schemas/import.js'
import { cursorList, CursorQuery } from '../../schemas/pagination.js'

export const listImportsRoute = defineEndpoint({
  operationId: 'listImports',
  method: 'get',
  path: '/contacts/import',
  access: 'project',
  summary: 'List imports, newest first',
  description: 'Includes progress and counts. `GET /contacts/import/{jobId}` also lists the rows with errors.',
  example: { query: { limit: 20 } },
  request: { query: CursorQuery },
  response: cursorList(ListedImport).meta({ id: 'ImportList' }),
  errors: ['BAD_REQUEST'],
  async handle({ query: { limit, cursor } }, { projectId }) {
    const { imports, hasMore, total } = await listImports({ projectId, limit, after: decodeCursor(cursor, 'date') })
    return { data: imports.map(presentListedImport), cursor: nextCursor(imports, hasMore, 'createdAt'), hasMore, total }
  },
})
