import type { AnyEndpoint } from '../../http/endpoint.js'
import { getConfig } from './get-config.js'

export const configEndpoints: AnyEndpoint[] = [getConfig]
