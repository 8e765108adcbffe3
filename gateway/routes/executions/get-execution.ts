import { findExecutionHistory } from '../../../commands/automation/executions/find-execution-history.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentExecutionHistory } from '../../presenters/execution.js'
import { ExecutionDetail, ExecutionParams } from '../../schemas/execution.js'

export const getExecutionRoute = defineEndpoint({
  operationId: 'getExecution',
  method: 'get',
  path: '/workflows/:id/executions/:executionId',
  access: 'project',
  summary: 'Get an execution with its steps so far',
  description:
    'Shows the latest responses of webhooks up to 4 MB together; older ones are null with `truncated: true`.',
  request: { params: ExecutionParams },
  response: ExecutionDetail,
  errors: ['WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const { id: workflowId, executionId } = params
    return presentExecutionHistory(await findExecutionHistory({ projectId, workflowId, executionId }))
  },
})
