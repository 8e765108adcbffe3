import { deleteEvents } from '../../../commands/lifecycle/erasure/delete-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventsDeleted, OwnEventNameParams } from '../../schemas/event.js'

export const deleteEventsRoute = defineEndpoint({
  operationId: 'deleteEvents',
  method: 'delete',
  path: '/events/:eventName',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete all events of a name',
  description:
    "Also deletes the event from every contact's history. With very many events, the deletion continues after the " +
    'response; events recorded in the meantime stay. Executions and sends that the events started continue.',
  request: { params: OwnEventNameParams },
  response: EventsDeleted,
  quota: 'jobs',
  errors: ['BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    const { deletedCount } = await deleteEvents(projectId, params.eventName)
    return { deletedCount }
  },
})
