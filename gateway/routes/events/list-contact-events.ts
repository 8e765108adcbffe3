import { listEvents } from '../../../commands/base/events/list-events.js'
import { Contact } from '../../../models/contact.js'
import { notFound } from '../../../models/domain/errors.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentEvent } from '../../presenters/event.js'
import { ContactEventParams, ContactEventQuery, ContactEvents } from '../../schemas/event.js'

export const listContactEventsRoute = defineEndpoint({
  operationId: 'listContactEvents',
  method: 'get',
  path: '/events/contact/:contactId',
  access: 'project',
  summary: 'List the events of a contact, newest first',
  request: { params: ContactEventParams, query: ContactEventQuery },
  response: ContactEvents,
  errors: ['CONTACT_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params, query }, { projectId }) {
    const { contactId } = params
    const after = decodeCursor(query.cursor, 'date')
    if (!(await Contact.exists({ _id: contactId, projectId }))) throw notFound('contact', contactId)
    const { events, hasMore } = await listEvents({ projectId, contactId, after, limit: query.limit })
    return { events: events.map(presentEvent), cursor: nextCursor(events, hasMore, 'createdAt'), hasMore }
  },
})
