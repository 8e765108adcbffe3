import { retryExecution as retry } from '../../../commands/executions/retry-execution.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentExecution } from '../../presenters/execution.js'
import { ExecutionParams, ExecutionResponse } from '../../schemas/execution.js'

export const retryExecution = defineEndpoint({
  operationId: 'retryExecution',
  method: 'post',
  path: '/workflows/:id/executions/:executionId/retry',
  access: 'project',
  summary: 'Let a failed execution go on from the step that failed',
  description:
    'It goes on in the version of the workflow that it began with, whether that is enabled or not. A webhook is called ' +
    'with the same `Idempotency-Key` again, and an email that left is not sent twice. An execution that has not ' +
    'failed, whose contact is deleted or in the workflow again, or that has walked too many steps answers 409, with ' +
    'the reason in `details.reason`.',
  example: { response: { status: 'WAITING' } },
  request: { params: ExecutionParams },
  response: ExecutionResponse,
  errors: ['WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId, services }) {
    const { id: workflowId, executionId } = params
    const { execution, entries } = await retry({ projectId, workflowId, executionId })
    services.relay.enqueue(entries)
    return presentExecution(execution)
  },
})
