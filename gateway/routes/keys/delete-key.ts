import { deleteKey } from '../../../commands/tenancy/keys/end-key.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { KeyParams } from '../../schemas/key.js'

export const deleteKeyRoute = defineEndpoint({
  operationId: 'deleteKey',
  method: 'delete',
  path: '/projects/:id/keys/:keyId',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Delete a named key',
  description: 'The key stops working immediately.',
  request: { params: KeyParams },
  response: null,
  errors: [],
  handle: async ({ params }, { projectId }) => deleteKey(projectId, params.keyId),
})
