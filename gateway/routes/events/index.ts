import type { AnyEndpoint } from '../../http/endpoint.js'
import { deleteEventsRoute } from './delete-events.js'
import { getEventStatsRoute } from './get-event-stats.js'
import { getEventUsageRoute } from './get-event-usage.js'
import { listContactEventsRoute } from './list-contact-events.js'
import { listEventNamesRoute } from './list-event-names.js'
import { listEventsRoute } from './list-events.js'
import { reportEventRoute } from './report-event.js'

export const eventEndpoints: AnyEndpoint[] = [
  reportEventRoute,
  listEventsRoute,
  getEventStatsRoute,
  listEventNamesRoute,
  listContactEventsRoute,
  getEventUsageRoute,
  deleteEventsRoute,
]
