import type { AnyEndpoint } from '../http/endpoint.js'
import { healthEndpoints } from './health/index.js'

/** Every endpoint of the gateway: the router, the reference and the contract tests read this list. */
export const allEndpoints: readonly AnyEndpoint[] = [...healthEndpoints]
