import { cancelExecution } from '../../../commands/automation/executions/cancel-execution.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentExecution } from '../../presenters/execution.js'
import { ExecutionParams, ExecutionResponse } from '../../schemas/execution.js'

export const cancelExecutionRoute = defineEndpoint({
  operationId: 'cancelExecution',
  method: 'delete',
  path: '/workflows/:id/executions/:executionId',
  access: 'project',
  effect: 'keeps',
  summary: 'Cancel an execution',
  description: 'The execution sends nothing after the response.',
  example: { response: { status: 'CANCELLED' } },
  request: { params: ExecutionParams },
  response: ExecutionResponse,
  errors: ['WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    const ref = { projectId, workflowId: params.id, executionId: params.executionId }
    const execution = await cancelExecution(ref)
    return presentExecution(execution)
  },
})
