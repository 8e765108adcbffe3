import { topOrigins } from '../../../commands/reading/analytics/origin-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopOrigins, TopQuery } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopWorkflowsRoute = defineEndpoint({
  operationId: 'getTopWorkflows',
  method: 'get',
  path: '/analytics/top-workflows',
  access: 'project',
  summary: 'List top workflows by emails sent',
  description:
    "At most 90 days in the project's time zone. Counts are kept for 400 days. Deleted workflows are excluded.",
  request: { query: TopQuery },
  response: TopOrigins,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topOrigins(rangeOf(project, query), 'workflow', query.limit),
})
