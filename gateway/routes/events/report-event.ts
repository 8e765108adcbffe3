import { recordEvent } from '../../../commands/automation/reactions/record-event.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentEvent } from '../../presenters/event.js'
import { EventResponse, ReportedEvent } from '../../schemas/event.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'

export const reportEventRoute = defineEndpoint({
  operationId: 'reportEvent',
  method: 'post',
  path: '/events/track',
  access: 'project',
  effect: 'keeps',
  scope: 'send',
  summary: 'Record an event',
  description:
    'The event belongs to the contact of `contactId` or `email`, otherwise to the contact of the email `emailId`, ' +
    'otherwise to no contact. An event without a contact starts nothing. `data` becomes part of the contact, as ' +
    'with `POST /v1/track`, whose body also works here.',
  example: { body: { name: 'signed up', contactId: EXAMPLE_IDS.contact, data: { plan: 'pro' } } },
  request: { body: ReportedEvent },
  response: EventResponse,
  status: 201,
  badRequest: 'plain',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR', 'CONTACT_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ body }, { projectId }) {
    const { data: patch, ...rest } = body
    const event = await recordEvent({ ...rest, projectId, patch })
    return presentEvent(event)
  },
})
