import { cancelExecutions as cancelAll } from '../../../commands/executions/cancel-executions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ExecutionsCancelled } from '../../schemas/execution.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const cancelExecutions = defineEndpoint({
  operationId: 'cancelExecutions',
  method: 'post',
  path: '/workflows/:id/executions/cancel-all',
  access: 'project',
  summary: 'Cancel all executions of a workflow; nothing of them is sent after the answer',
  description: 'Every execution that has begun by now is cancelled, and those that begin afterwards are not.',
  request: { params: WorkflowParams },
  response: ExecutionsCancelled,
  status: 202,
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params }, { projectId, services }) {
    const { cancelled, jobId, entries } = await cancelAll({ projectId, workflowId: params.id })
    services.relay.enqueue(entries)
    return { cancelled, jobId }
  },
})
