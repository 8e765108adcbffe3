import { listSuppressions } from '../../../commands/sending/emails/list-suppressions.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSuppression } from '../../presenters/suppression.js'
import { cursorList } from '../../schemas/pagination.js'
import { SuppressionListQuery, SuppressionResponse } from '../../schemas/suppression.js'

export const listSuppressionsRoute = defineEndpoint({
  operationId: 'listSuppressions',
  method: 'get',
  path: '/suppressions',
  access: 'project',
  summary: 'List suppressions, newest first',
  description: '`total` is exact up to 1,000; above that, it was counted within the last minute, up to a million.',
  example: { query: { limit: 20, search: 'ada' } },
  request: { query: SuppressionListQuery },
  response: cursorList(SuppressionResponse).meta({ id: 'SuppressionList' }),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { cursor, ...rest } = query
    const { suppressions, hasMore, total } = await listSuppressions({
      ...rest,
      projectId,
      after: decodeCursor(cursor, 'date'),
    })
    return {
      data: suppressions.map(presentSuppression),
      cursor: nextCursor(suppressions, hasMore, 'createdAt'),
      hasMore,
      total,
    }
  },
})
