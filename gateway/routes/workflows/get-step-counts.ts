import { readStepCounts } from '../../../commands/automation/executions/read-step-counts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StepCountsQuery, StepCountsResponse } from '../../schemas/step-counts.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const getStepCountsRoute = defineEndpoint({
  operationId: 'getStepCounts',
  method: 'get',
  path: '/workflows/:id/step-counts',
  access: 'project',
  summary: 'Count what passed each step of a workflow',
  description:
    'Answers each step of the current version. `waiting` is how many executions are at the step now: exact up to a ' +
    'thousand; above that it was counted within the last minute, up to a million. The other counters are exact. They ' +
    'count days in UTC, and are kept for 90 days. A step that is retried is entered again. Steps that an execution ' +
    'left by its cancellation are entered, and neither completed, failed nor skipped.',
  example: { query: { days: 30 } },
  request: { params: WorkflowParams, query: StepCountsQuery },
  response: StepCountsResponse,
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params, query }, { projectId }) {
    const { since, steps } = await readStepCounts({ projectId, workflowId: params.id }, query.days)
    return { since: since.toISOString(), steps }
  },
})
