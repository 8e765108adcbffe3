import { listEventNames } from '../../../commands/base/events/count-events.js'
import { listSystemEvents } from '../../../commands/base/events/list-system-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventNames } from '../../schemas/event.js'

export const listEventNamesRoute = defineEndpoint({
  operationId: 'listEventNames',
  method: 'get',
  path: '/events/names',
  access: 'project',
  summary: 'List the names of events, the most frequent first',
  description:
    '`eventNames` are those that have happened: names that the project knows, and those of the service itself. A new ' +
    'name that comes by the public key is known while half of the room for names is free; `GET /events/stats` counts ' +
    'the events of every name. `systemEventNames` are all events of the service itself, also before one has happened, ' +
    'with those of segments that track their members.',
  response: EventNames,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { projectId }) {
    const [eventNames, systemEventNames] = await Promise.all([listEventNames(projectId), listSystemEvents(projectId)])
    return { eventNames, systemEventNames }
  },
})
