import type { AnyEndpoint } from '../../http/endpoint.js'
import { getConfigRoute } from './get-config.js'

export const configEndpoints: AnyEndpoint[] = [getConfigRoute]
