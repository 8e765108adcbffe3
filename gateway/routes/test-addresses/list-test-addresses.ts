import { listTestAddresses } from '../../../commands/accounts/test-addresses/test-addresses.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTestAddress } from '../../presenters/test-address.js'
import { ProjectParams } from '../../schemas/project.js'
import { TestAddressList } from '../../schemas/test-address.js'

export const listTestAddressesRoute = defineEndpoint({
  operationId: 'listTestAddresses',
  method: 'get',
  path: '/projects/:id/test-addresses',
  access: 'memberOrKey',
  summary: 'List test addresses, oldest first',
  description: 'Addresses that can get test emails besides project members. Pending ones are not confirmed yet.',
  request: { params: ProjectParams },
  response: TestAddressList,
  envelope: 'success',
  errors: [],
  handle: async (_input, { projectId }) => (await listTestAddresses(projectId)).map(presentTestAddress),
})
