import { listExports } from '../../../commands/lifecycle/exports/find-exports.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { presentExport } from '../../presenters/export.js'
import { ExportResponse } from '../../schemas/export.js'
import { CursorQuery, cursorList } from '../../schemas/pagination.js'

export const listExportsRoute = defineEndpoint({
  operationId: 'listExports',
  method: 'get',
  path: '/exports',
  access: 'project',
  summary: 'List exports, newest first',
  example: { query: { limit: 20 } },
  request: { query: CursorQuery },
  response: cursorList(ExportResponse).meta({ id: 'ExportList' }),
  errors: ['BAD_REQUEST'],
  async handle({ query: { cursor, limit } }, { projectId }) {
    const { exports, hasMore, total } = await listExports({ projectId, limit, after: decodeCursor(cursor, 'date') })
    return { data: exports.map(presentExport), cursor: nextCursor(exports, hasMore, 'createdAt'), hasMore, total }
  },
})
