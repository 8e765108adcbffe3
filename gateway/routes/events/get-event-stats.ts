import { countEventsByName } from '../../../commands/base/events/count-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventStats, EventStatsQuery } from '../../schemas/event.js'

export const getEventStatsRoute = defineEndpoint({
  operationId: 'getEventStats',
  method: 'get',
  path: '/events/stats',
  access: 'project',
  summary: 'Count events by name, the most frequent first',
  description: 'Lists the first 1,000 names. Without dates, all events count.',
  request: { query: EventStatsQuery },
  response: EventStats,
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
  async handle({ query: { startDate, endDate } }, { projectId }) {
    // The end is exclusive in the command, so an instant is moved by a millisecond to include it.
    const to = endDate && (endDate.to ?? new Date(endDate.from.getTime() + 1))
    return countEventsByName(projectId, { from: startDate?.from, to })
  },
})
