import { renameKey } from '../../../commands/tenancy/keys/named-keys.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentKey } from '../../presenters/key.js'
import { KeyParams, KeyPatch, KeyResponse } from '../../schemas/key.js'

export const renameKeyRoute = defineEndpoint({
  operationId: 'renameKey',
  method: 'patch',
  path: '/projects/:id/keys/:keyId',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Rename a key',
  example: { body: { name: 'Web shop, new server' } },
  request: { params: KeyParams, body: KeyPatch },
  response: KeyResponse,
  envelope: 'success',
  errors: [],
  handle: async ({ params, body }, { projectId }) => presentKey(await renameKey(projectId, params.keyId, body.name)),
})
