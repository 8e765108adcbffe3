import { findUpcoming } from '../../../commands/reading/activity/upcoming.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { UpcomingActivities, UpcomingQuery } from '../../schemas/activity.js'

const DAY_MS = 86_400_000

export const listUpcomingRoute = defineEndpoint({
  operationId: 'listUpcomingActivity',
  method: 'get',
  path: '/activity/upcoming',
  access: 'project',
  summary: 'List upcoming activity, soonest first',
  description: 'Scheduled campaigns, and executions waiting in a delay with a known end.',
  request: { query: UpcomingQuery },
  response: UpcomingActivities,
  errors: ['BAD_REQUEST'],
  async handle({ query: { limit, daysAhead } }, { projectId }) {
    const found = await findUpcoming(projectId, new Date(Date.now() + daysAhead * DAY_MS), limit)
    return { activities: found.map(({ at, ...item }) => ({ ...item, timestamp: at.toISOString() })) }
  },
})
