import { timeseries } from '../../../commands/reading/analytics/timeseries.js'
import { findTemplate } from '../../../commands/sending/templates/find-template.js'
import { findWorkflow } from '../../../commands/automation/workflows/find-workflow.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TimeseriesQuery, Timeseries } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTimeseriesRoute = defineEndpoint({
  operationId: 'getTimeseries',
  method: 'get',
  path: '/analytics/timeseries',
  access: 'project',
  summary: 'Get email results by day',
  description:
    "At most 90 days in the project's time zone. With `templateId` or `workflowId`, counts only the emails of that " +
    'template or workflow, kept for 400 days.',
  example: { query: { startDate: '2026-03-01', endDate: '2026-03-30' } },
  request: { query: TimeseriesQuery },
  response: Timeseries,
  errors: ['BAD_REQUEST', 'TEMPLATE_NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  async handle({ query: { templateId, workflowId, ...days } }, { projectId, project }) {
    const range = rangeOf(project, days)
    if (templateId !== undefined) {
      await findTemplate({ projectId, templateId })
      return timeseries(range, { origin: 'template', id: templateId })
    }
    if (workflowId === undefined) return timeseries(range)
    await findWorkflow({ projectId, workflowId })
    return timeseries(range, { origin: 'workflow', id: workflowId })
  },
})
