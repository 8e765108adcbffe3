import type { AnyEndpoint } from '../../http/endpoint.js'
import { getHealth } from './get-health.js'
import { getReadiness } from './get-readiness.js'

export const healthEndpoints: AnyEndpoint[] = [getHealth, getReadiness]
