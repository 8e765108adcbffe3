import { retryExecution } from '../../../commands/automation/executions/retry-execution.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentExecution } from '../../presenters/execution.js'
import { ExecutionParams, ExecutionResponse, ExecutionRetry } from '../../schemas/execution.js'

export const retryExecutionRoute = defineEndpoint({
  operationId: 'retryExecution',
  method: 'post',
  path: '/workflows/:id/executions/:executionId/retry',
  access: 'project',
  effect: 'acts',
  summary: 'Retry a failed execution',
  description:
    "Continues from the failed step in the execution's version of the workflow, enabled or not. If you have fixed " +
    'the workflow, send `{ "version": "current" }` to continue at the same step of the published version. A webhook ' +
    'is called again with the same `Idempotency-Key`, and a sent email is not sent twice. Returns 409, with the ' +
    'reason in `details.reason`, if the execution has not failed or has run too many steps, if its contact is ' +
    'deleted or in the workflow again, or if the published version no longer has the step (`step_deleted`).',
  example: { body: { version: 'current' }, response: { status: 'WAITING' } },
  request: { params: ExecutionParams, body: ExecutionRetry },
  response: ExecutionResponse,
  errors: ['WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params, body }, { projectId }) {
    const { id: workflowId, executionId } = params
    const execution = await retryExecution({ projectId, workflowId, executionId }, body)
    return presentExecution(execution)
  },
})
