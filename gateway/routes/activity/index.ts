import type { AnyEndpoint } from '../../http/endpoint.js'
import { countRecentActivity } from './count-recent-activity.js'
import { getActivityStats } from './get-activity-stats.js'
import { listActivityTypes } from './list-activity-types.js'
import { listActivity } from './list-activity.js'
import { listUpcoming } from './list-upcoming.js'

export const activityEndpoints: AnyEndpoint[] = [
  listActivity,
  getActivityStats,
  countRecentActivity,
  listActivityTypes,
  listUpcoming,
]
