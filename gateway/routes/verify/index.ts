import type { AnyEndpoint } from '../../http/endpoint.js'
import { verifyAddressRoute } from './verify-address.js'

export const verifyEndpoints: AnyEndpoint[] = [verifyAddressRoute]
