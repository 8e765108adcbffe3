import { topOrigins } from '../../../commands/reading/analytics/origin-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopOrigins, TopQuery } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopWorkflowsRoute = defineEndpoint({
  operationId: 'getTopWorkflows',
  method: 'get',
  path: '/analytics/top-workflows',
  access: 'project',
  summary: 'List the workflows of which most emails were sent, with their outcomes',
  description:
    'Days are those of the time zone of the project, at most 90. They are ' +
    'kept for 400 days. Deleted workflows are left out.',
  request: { query: TopQuery },
  response: TopOrigins,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topOrigins(rangeOf(project, query), 'workflow', query.limit),
})
