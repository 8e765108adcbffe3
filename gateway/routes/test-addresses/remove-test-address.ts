import { removeTestAddress } from '../../../commands/accounts/test-addresses/test-addresses.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TestAddressParams } from '../../schemas/test-address.js'

export const removeTestAddressRoute = defineEndpoint({
  operationId: 'removeTestAddress',
  method: 'delete',
  path: '/projects/:id/test-addresses/:addressId',
  access: 'member',
  effect: 'keeps',
  summary: 'Remove a test address',
  description: 'If it is pending, its link stops working.',
  request: { params: TestAddressParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await removeTestAddress(projectId, params.addressId)
  },
})
