import { z } from 'zod'
import { deleteContact } from '../../../commands/lifecycle/erasure/delete-contacts.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { resourceId } from '../../schemas/ids.js'

export const deleteContactRoute = defineEndpoint({
  operationId: 'deleteContact',
  method: 'delete',
  path: '/contacts/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a contact permanently',
  description:
    "Cancels the contact's workflow executions and unsent messages. Nothing is sent to the contact after the " +
    'response. Removes its events, segment memberships and the personal data in its emails. Campaign counts stay.',
  request: { params: z.object({ id: resourceId('contact') }) },
  response: null,
  errors: ['CONTACT_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await deleteContact({ projectId, contactId: params.id })
  },
})
