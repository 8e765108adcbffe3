import { listSuppressions as list } from '../../../commands/emails/list-suppressions.js'
import { decodeCursor, encodeCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSuppression } from '../../presenters/suppression.js'
import { cursorList } from '../../schemas/pagination.js'
import { SuppressionListQuery, SuppressionResponse } from '../../schemas/suppression.js'

export const listSuppressions = defineEndpoint({
  operationId: 'listSuppressions',
  method: 'get',
  path: '/suppressions',
  access: 'project',
  summary: 'List the addresses that are not mailed, newest first',
  description: '`total` counts up to a million.',
  example: { query: { limit: 20, search: 'ada' } },
  request: { query: SuppressionListQuery },
  response: cursorList(SuppressionResponse).meta({ id: 'SuppressionList' }),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { cursor, ...rest } = query
    const after = cursor === undefined ? null : decodeCursor(cursor, 'date')
    const { suppressions, hasMore, total } = await list({ ...rest, projectId, after })
    const last = suppressions.at(-1)
    return {
      data: suppressions.map(presentSuppression),
      cursor: hasMore && last ? encodeCursor(last.createdAt, last._id) : null,
      hasMore,
      total,
    }
  },
})
