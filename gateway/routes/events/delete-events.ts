import { deleteEvents as remove } from '../../../commands/events/delete-events.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EventsDeleted, OwnEventNameParams } from '../../schemas/event.js'

export const deleteEvents = defineEndpoint({
  operationId: 'deleteEvents',
  method: 'delete',
  path: '/events/:eventName',
  access: 'project',
  summary: 'Delete all events of a name',
  description:
    "Every contact's history of the event goes with them. Very many events are still being deleted when the answer " +
    'comes; one that happens meanwhile stays. What the events set off goes on.',
  request: { params: OwnEventNameParams },
  response: EventsDeleted,
  errors: ['BAD_REQUEST'],
  async handle({ params }, { projectId, services }) {
    const { deletedCount, entries } = await remove(projectId, params.eventName)
    services.relay.enqueue(entries)
    return { deletedCount }
  },
})
