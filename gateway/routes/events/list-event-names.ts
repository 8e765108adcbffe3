import { countEventsByName } from '../../../commands/events/count-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventNames } from '../../schemas/event.js'

export const listEventNames = defineEndpoint({
  operationId: 'listEventNames',
  method: 'get',
  path: '/events/names',
  access: 'project',
  summary: 'List the names of events, the most frequent first',
  description: 'Lists the first 1,000 names, including those of the service itself.',
  response: EventNames,
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { projectId }) {
    const counted = await countEventsByName(projectId)
    return { eventNames: counted.map(({ name }) => name) }
  },
})
