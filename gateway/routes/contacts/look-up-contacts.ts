import { lookUpContacts as lookUp } from '../../../commands/contacts/look-up-contacts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ContactLookup, ContactLookupResponse } from '../../schemas/contact.js'

export const lookUpContacts = defineEndpoint({
  operationId: 'lookUpContacts',
  method: 'post',
  path: '/contacts/lookup',
  access: 'project',
  summary: 'Find out which addresses have a contact',
  description:
    'Answers with the addresses as they were sent and in their order, without regard to case: one that is sent ' +
    'more than once is told once. What is no address is not found.',
  example: { body: { emails: ['ada@example.com', 'bob@example.com'] } },
  request: { body: ContactLookup },
  response: ContactLookupResponse,
  // Looking changes nothing, so that a disabled project may.
  writes: false,
  errors: ['VALIDATION_ERROR'],
  handle: ({ body }, { projectId }) => lookUp(projectId, body.emails),
})
