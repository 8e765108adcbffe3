import { listEventNames } from '../../../commands/base/events/count-events.js'
import { listSystemEvents } from '../../../commands/base/events/list-system-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventNames } from '../../schemas/event.js'

export const listEventNamesRoute = defineEndpoint({
  operationId: 'listEventNames',
  method: 'get',
  path: '/events/names',
  access: 'project',
  summary: 'List event names, the most frequent first',
  description:
    "`eventNames` are the names of recorded events: the project's names and system events. A new name from the " +
    'public key is listed while less than half of the allowed names are used; `GET /events/stats` counts the events ' +
    'of every name. `systemEventNames` are all system events, recorded or not, including those of segments that ' +
    'track membership changes.',
  response: EventNames,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { projectId }) {
    const [eventNames, systemEventNames] = await Promise.all([listEventNames(projectId), listSystemEvents(projectId)])
    return { eventNames, systemEventNames }
  },
})
