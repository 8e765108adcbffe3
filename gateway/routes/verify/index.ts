import type { AnyEndpoint } from '../../http/endpoint.js'
import { verifyAddress } from './verify-address.js'

export const verifyEndpoints: AnyEndpoint[] = [verifyAddress]
