import { listAllExecutions } from '../../../commands/automation/executions/list-all-executions.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentListedExecution } from '../../presenters/execution.js'
import { AllExecutionsQuery, ExecutionListItem } from '../../schemas/execution.js'
import { cursorList } from '../../schemas/pagination.js'

export const listAllExecutionsRoute = defineEndpoint({
  operationId: 'listAllExecutions',
  method: 'get',
  path: '/executions',
  access: 'project',
  summary: 'List the executions of all workflows, newest first',
  description:
    '`stepId` selects executions that are at the step, or failed or were cancelled there. `total` is exact up to ' +
    '1,000; above that, it was counted within the last minute, up to a million.',
  example: { query: { limit: 20, status: 'WAITING' } },
  request: { query: AllExecutionsQuery },
  response: cursorList(ExecutionListItem).meta({ id: 'AllExecutionList' }),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { cursor, ...rest } = query
    const listing = { ...rest, projectId, after: decodeCursor(cursor, 'date') }
    const { executions, hasMore, total } = await listAllExecutions(listing)
    const rows = executions.map(({ execution }) => execution)
    return {
      data: executions.map(presentListedExecution),
      cursor: nextCursor(rows, hasMore, 'startedAt'),
      hasMore,
      total,
    }
  },
})
