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
    'Cancels its running workflow executions and its unsent messages: nothing is sent to it after the answer. ' +
    'Removes its events, its memberships and the personal data in its emails; the counts of campaigns stay.',
  request: { params: z.object({ id: resourceId('contact') }) },
  response: null,
  errors: ['CONTACT_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await deleteContact({ projectId, contactId: params.id })
  },
})
