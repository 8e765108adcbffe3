import type { AnyEndpoint } from '../../http/endpoint.js'
import { countRecentActivityRoute } from './count-recent-activity.js'
import { getActivityStatsRoute } from './get-activity-stats.js'
import { listActivityTypesRoute } from './list-activity-types.js'
import { listActivityRoute } from './list-activity.js'
import { listUpcomingRoute } from './list-upcoming.js'

export const activityEndpoints: AnyEndpoint[] = [
  listActivityRoute,
  getActivityStatsRoute,
  countRecentActivityRoute,
  listActivityTypesRoute,
  listUpcomingRoute,
]
