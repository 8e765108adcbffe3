import { topOrigins } from '../../../commands/reading/analytics/origin-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopOrigins, TopQuery } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopTemplatesRoute = defineEndpoint({
  operationId: 'getTopTemplates',
  method: 'get',
  path: '/analytics/top-templates',
  access: 'project',
  summary: 'List top templates by emails sent',
  description:
    "At most 90 days in the project's time zone. Counts are kept for 400 days. Deleted templates are excluded.",
  request: { query: TopQuery },
  response: TopOrigins,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topOrigins(rangeOf(project, query), 'template', query.limit),
})
