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
    'Retries every execution that has failed by now, each as `POST /workflows/{id}/executions/{executionId}/retry` ' +
    'does. The job says how many go on, and counts the others by the reason.',
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
