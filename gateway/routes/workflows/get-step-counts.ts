import { readStepCounts } from '../../../commands/automation/executions/read-step-counts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StepCountsQuery, StepCountsResponse } from '../../schemas/step-counts.js'
import { WorkflowParams } from '../../schemas/workflow.js'

export const getStepCountsRoute = defineEndpoint({
  operationId: 'getStepCounts',
  method: 'get',
  path: '/workflows/:id/step-counts',
  access: 'project',
  summary: 'Get step counts of a workflow',
  description:
    'Returns each step of the current version. `waiting` is the number of executions currently at the step: exact ' +
    'up to 1,000; above that, counted within the last minute, up to a million. The other counters are exact. They ' +
    'count days in UTC and are kept for 90 days. A retried step counts as entered again. A step where an execution ' +
    'was cancelled counts as entered, but not as completed, failed or skipped.',
  example: { query: { days: 30 } },
  request: { params: WorkflowParams, query: StepCountsQuery },
  response: StepCountsResponse,
  errors: ['WORKFLOW_NOT_FOUND'],
  async handle({ params, query }, { projectId }) {
    const { since, steps } = await readStepCounts({ projectId, workflowId: params.id }, query.days)
    return { since: since.toISOString(), steps }
  },
})
