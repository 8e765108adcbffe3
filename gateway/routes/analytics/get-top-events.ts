import { topEvents } from '../../../commands/reading/analytics/top-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopQuery, TopEvents } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopEventsRoute = defineEndpoint({
  operationId: 'getTopEvents',
  method: 'get',
  path: '/analytics/top-events',
  access: 'project',
  summary: 'List top events',
  description: "At most 90 days in the project's time zone.",
  request: { query: TopQuery },
  response: TopEvents,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topEvents(rangeOf(project, query), query.limit),
})
