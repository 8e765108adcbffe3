import { timeseries } from '../../../commands/analytics/timeseries.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { DayRangeQuery, Timeseries } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTimeseriesRoute = defineEndpoint({
  operationId: 'getTimeseries',
  method: 'get',
  path: '/analytics/timeseries',
  access: 'project',
  summary: 'Count the outcomes of the emails of each day',
  description: 'Days are those of the time zone of the project, at most 90; a change of the zone starts new counters.',
  request: { query: DayRangeQuery },
  response: Timeseries,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => timeseries(rangeOf(project, query)),
})
