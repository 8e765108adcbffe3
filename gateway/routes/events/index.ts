import type { AnyEndpoint } from '../../http/endpoint.js'
import { deleteEvents } from './delete-events.js'
import { getEventStats } from './get-event-stats.js'
import { getEventUsage } from './get-event-usage.js'
import { listContactEvents } from './list-contact-events.js'
import { listEventNames } from './list-event-names.js'
import { listEvents } from './list-events.js'
import { reportEvent } from './report-event.js'

export const eventEndpoints: AnyEndpoint[] = [
  reportEvent,
  listEvents,
  getEventStats,
  listEventNames,
  listContactEvents,
  getEventUsage,
  deleteEvents,
]
