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
  summary: 'Retry a failed execution from the step that failed',
  description:
    'The execution continues in the version of the workflow that it is of, enabled or not. After a repair of the ' +
    'workflow, `{ "version": "current" }` makes it go on at the same step of the published version, of which it is ' +
    'from then on. A webhook is called again with the same `Idempotency-Key`, and an email that was sent is not sent ' +
    'twice. Answers 409, with the reason in `details.reason`, if the execution has not failed, has passed too many ' +
    'steps, or its contact is deleted or in the workflow again, or if the published version has no such step any ' +
    'more (`step_deleted`).',
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
