import { lookUpContacts } from '../../../commands/audience/contacts/look-up-contacts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ContactLookup, ContactLookupResponse } from '../../schemas/contact.js'

export const lookUpContactsRoute = defineEndpoint({
  operationId: 'lookUpContacts',
  method: 'post',
  path: '/contacts/lookup',
  access: 'project',
  effect: 'reads',
  scope: 'read',
  summary: 'Look up contacts by email address',
  description:
    'Returns the addresses as spelled and ordered in the request. Case is ignored, and repeated addresses are ' +
    'listed once. An invalid address counts as not found.',
  example: { body: { emails: ['ada@example.com', 'bob@example.com'] } },
  request: { body: ContactLookup },
  response: ContactLookupResponse,
  errors: ['VALIDATION_ERROR'],
  handle: ({ body }, { projectId }) => lookUpContacts(projectId, body.emails),
})
