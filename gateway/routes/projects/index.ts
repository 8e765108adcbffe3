import type { AnyEndpoint } from '../../http/endpoint.js'
import { getSecurity } from './get-security.js'

export const projectEndpoints: AnyEndpoint[] = [getSecurity]
