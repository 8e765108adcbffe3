import { retryFailed } from '../../../commands/automation/executions/retry-failed.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ExecutionRetry, FailedExecutionsRetried } from '../../schemas/execution.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const retryFailedRoute = defineEndpoint({
  operationId: 'retryFailedExecutions',
  method: 'post',
  path: '/workflows/:id/executions/retry-failed',
  access: 'project',
  effect: 'acts',
  summary: 'Retry all failed executions of a workflow',
  description:
    'Retries every execution that has failed by now, like `POST /workflows/{id}/executions/{executionId}/retry`. ' +
    'The job counts how many continue, and the others by reason.',
  example: { body: { version: 'current' } },
  request: { params: WorkflowParams, body: ExecutionRetry },
  response: FailedExecutionsRetried,
  status: 202,
  quota: 'jobs',
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params, body }, { projectId }) {
    return retryFailed({ projectId, workflowId: params.id }, body.version)
  },
})
