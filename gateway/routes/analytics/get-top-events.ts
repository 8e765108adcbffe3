import { topEvents } from '../../../commands/reading/analytics/top-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopQuery, TopEvents } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopEventsRoute = defineEndpoint({
  operationId: 'getTopEvents',
  method: 'get',
  path: '/analytics/top-events',
  access: 'project',
  summary: 'List the events that happened most often',
  description: 'Days are those of the time zone of the project, at most 90.',
  request: { query: TopQuery },
  response: TopEvents,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topEvents(rangeOf(project, query), query.limit),
})
