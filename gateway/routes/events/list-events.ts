import { countListedEvents, listEvents } from '../../../commands/base/events/list-events.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentEvent } from '../../presenters/event.js'
import { EventList, EventListQuery } from '../../schemas/event.js'

export const listEventsRoute = defineEndpoint({
  operationId: 'listEvents',
  method: 'get',
  path: '/events',
  access: 'project',
  summary: 'List events, newest first',
  description: '`total` is exact up to 1,000; above that, it was counted within the last minute, up to a million.',
  example: { query: { limit: 100, eventName: 'signed up' } },
  request: { query: EventListQuery },
  response: EventList,
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { cursor, id, eventName: name, contactId, limit } = query
    const after = decodeCursor(cursor, 'date')
    const listing = { projectId, id, name, contactId, limit, after }
    const [{ events, hasMore }, total] = await Promise.all([
      listEvents(listing),
      after ? 0 : countListedEvents(listing),
    ])
    const data = events.map(presentEvent)
    return { data, events: data, cursor: nextCursor(events, hasMore, 'createdAt'), hasMore, total }
  },
})
