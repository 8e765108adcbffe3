import { listKeys } from '../../../commands/tenancy/keys/named-keys.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentKey } from '../../presenters/key.js'
import { KeyList } from '../../schemas/key.js'
import { ProjectParams } from '../../schemas/project.js'

export const listKeysRoute = defineEndpoint({
  operationId: 'listKeys',
  method: 'get',
  path: '/projects/:id/keys',
  access: 'member',
  roles: ['OWNER', 'ADMIN'],
  summary: 'List named keys, oldest first',
  description: 'Without secrets. An expired key is listed until you delete it.',
  request: { params: ProjectParams },
  response: KeyList,
  envelope: 'success',
  errors: [],
  handle: async (_input, { projectId }) => (await listKeys(projectId)).map(presentKey),
})
