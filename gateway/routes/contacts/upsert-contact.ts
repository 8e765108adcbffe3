import { changeContact } from '../../../commands/audience/contacts/change-contact.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { presentContact } from '../../presenters/contact.js'
import { ContactUpsert, UpsertedContactResponse } from '../../schemas/contact.js'

export const upsertContactRoute = defineEndpoint({
  operationId: 'upsertContact',
  method: 'post',
  path: '/contacts',
  access: 'project',
  effect: 'keeps',
  summary: 'Create or update a contact by email address',
  description:
    'The email address identifies the contact, ignoring case. Only the given custom fields change. Changing ' +
    '`subscribed` records `contact.subscribed` or `contact.unsubscribed`, which can start workflows.',
  example: { body: { email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } } },
  request: { body: ContactUpsert },
  response: UpsertedContactResponse,
  statuses: [200, 201],
  badRequest: 'plain',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body }, { projectId }) {
    const { contact, isNew } = await changeContact({
      projectId,
      who: { email: body.email },
      patch: body.data,
      subscribed: body.subscribed,
      subscribedWhenNew: true,
      source: 'api',
    })
    return reply(isNew ? 201 : 200, { ...presentContact(contact), _meta: { isNew, isUpdate: !isNew } })
  },
})
