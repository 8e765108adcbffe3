import { countRecent } from '../../../commands/reading/activity/count-recent.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { RecentCount, RecentQuery } from '../../schemas/activity.js'

const MINUTE_MS = 60_000

export const countRecentActivityRoute = defineEndpoint({
  operationId: 'countRecentActivity',
  method: 'get',
  path: '/activity/recent-count',
  access: 'project',
  summary: 'Count recent activity',
  description: 'Covers at most the last hour. 10,000 means 10,000 or more.',
  request: { query: RecentQuery },
  response: RecentCount,
  errors: ['BAD_REQUEST'],
  async handle({ query: { minutes } }, { projectId }) {
    return { count: await countRecent(projectId, new Date(Date.now() - minutes * MINUTE_MS)), minutes }
  },
})
