import { cancelExecutions } from '../../../commands/automation/executions/cancel-executions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ExecutionsCancelled } from '../../schemas/execution.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const cancelExecutionsRoute = defineEndpoint({
  operationId: 'cancelExecutions',
  method: 'post',
  path: '/workflows/:id/executions/cancel-all',
  access: 'project',
  effect: 'keeps',
  summary: 'Cancel all executions of a workflow',
  description: 'Cancels every execution that has started before the request. They send nothing after the response.',
  request: { params: WorkflowParams },
  response: ExecutionsCancelled,
  status: 202,
  quota: 'jobs',
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const { cancelled, jobId } = await cancelExecutions({ projectId, workflowId: params.id })
    return { cancelled, jobId }
  },
})
