import { z } from 'zod'
import { changeContact } from '../../../commands/audience/contacts/change-contact.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentContact } from '../../presenters/contact.js'
import { ContactPatch, ContactResponse } from '../../schemas/contact.js'
import { resourceId } from '../../schemas/ids.js'

export const updateContactRoute = defineEndpoint({
  operationId: 'updateContact',
  method: 'patch',
  path: '/contacts/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Update a contact',
  description:
    'Changes only the fields in the body, and in `data` only the given custom fields. Changing `subscribed` records ' +
    "`contact.subscribed` or `contact.unsubscribed`. Sending `subscribed` with any value ends the contact's pause.",
  example: { body: { subscribed: true, data: { plan: 'team', trial: null } }, response: { data: { plan: 'team' } } },
  request: { params: z.object({ id: resourceId('contact') }), body: ContactPatch },
  response: ContactResponse,
  errors: ['CONTACT_NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT'],
  async handle({ params, body }, { projectId }) {
    const { contact } = await changeContact({
      projectId,
      who: { id: params.id },
      newEmail: body.email,
      patch: body.data,
      subscribed: body.subscribed,
      subscribedWhenNew: true,
      source: 'api',
    })
    return presentContact(contact)
  },
})
