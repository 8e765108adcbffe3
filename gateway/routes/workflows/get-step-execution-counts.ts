import { readWaiting } from '../../../commands/automation/executions/read-step-counts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StepExecutionCounts } from '../../schemas/step-counts.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const getStepExecutionCountsRoute = defineEndpoint({
  operationId: 'getStepExecutionCounts',
  method: 'get',
  path: '/workflows/:id/step-execution-counts',
  access: 'project',
  summary: 'Count the active executions at each step of a workflow',
  description:
    'Returns counts by step id; steps without executions are omitted. Counts are exact up to 1,000; above that, ' +
    'counted within the last minute, up to a million.',
  request: { params: WorkflowParams },
  response: StepExecutionCounts,
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return Object.fromEntries(await readWaiting({ projectId, workflowId: params.id }))
  },
})
