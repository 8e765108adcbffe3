import { topOrigins } from '../../../commands/reading/analytics/origin-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopOrigins, TopQuery } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopTemplatesRoute = defineEndpoint({
  operationId: 'getTopTemplates',
  method: 'get',
  path: '/analytics/top-templates',
  access: 'project',
  summary: 'List the templates of which most emails were sent, with their outcomes',
  description:
    'Days are those of the time zone of the project, at most 90. They are ' +
    'kept for 400 days. Deleted templates are left out.',
  request: { query: TopQuery },
  response: TopOrigins,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topOrigins(rangeOf(project, query), 'template', query.limit),
})
