import type { AnyEndpoint } from '../../http/endpoint.js'
import { addTestAddressRoute } from './add-test-address.js'
import { listTestAddressesRoute } from './list-test-addresses.js'
import { removeTestAddressRoute } from './remove-test-address.js'

export const testAddressEndpoints: AnyEndpoint[] = [listTestAddressesRoute, addTestAddressRoute, removeTestAddressRoute]
