import { listExecutions } from '../../../commands/automation/executions/list-executions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentListedExecution } from '../../presenters/execution.js'
import { presentOffsetPage } from '../../presenters/offset-page.js'
import { ExecutionList, ExecutionListQuery } from '../../schemas/execution.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const listExecutionsRoute = defineEndpoint({
  operationId: 'listExecutions',
  method: 'get',
  path: '/workflows/:id/executions',
  access: 'project',
  summary: 'List the executions of a workflow, newest first',
  example: { query: { page: 1, pageSize: 20, status: 'WAITING' } },
  request: { params: WorkflowParams, query: ExecutionListQuery },
  response: ExecutionList,
  errors: ['WORKFLOW_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params, query }, { projectId }) {
    const { executions, total } = await listExecutions({ ...query, projectId, workflowId: params.id })
    const data = executions.map(presentListedExecution)
    return { ...presentOffsetPage(data, total, query), executions: data }
  },
})
