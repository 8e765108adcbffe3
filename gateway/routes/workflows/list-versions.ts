import { listVersions } from '../../../commands/automation/workflows/list-versions.js'
import { decodeCursor, encodeCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentVersion } from '../../presenters/workflow.js'
import { CursorQuery, cursorList } from '../../schemas/pagination.js'
import { VersionResponse, WorkflowParams } from '../../schemas/workflow.js'

export const listVersionsRoute = defineEndpoint({
  operationId: 'listVersions',
  method: 'get',
  path: '/workflows/:id/versions',
  access: 'project',
  summary: 'List workflow versions, newest first',
  description:
    '`GET /workflows/{id}?version=` returns the graph of a version. `activeExecutions` is exact up to 1,000; above ' +
    'that, it was counted within the last minute.',
  example: { query: { limit: 20 } },
  request: { params: WorkflowParams, query: CursorQuery },
  response: cursorList(VersionResponse).meta({ id: 'WorkflowVersionList' }),
  errors: ['BAD_REQUEST', 'WORKFLOW_NOT_FOUND'],
  async handle({ params, query }, { projectId }) {
    const ref = { projectId, workflowId: params.id }
    const before = decodeCursor(query.cursor, 'number')?.sortValue ?? null
    const { versions, hasMore, total } = await listVersions(ref, { before, limit: query.limit })
    const last = versions.at(-1)
    const cursor = hasMore && last ? encodeCursor(last.version, last._id) : null
    return { data: versions.map(presentVersion), cursor, hasMore, total }
  },
})
