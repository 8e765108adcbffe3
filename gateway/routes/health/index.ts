import type { AnyEndpoint } from '../../http/endpoint.js'
import { getHealthRoute } from './get-health.js'
import { getReadinessRoute } from './get-readiness.js'

export const healthEndpoints: AnyEndpoint[] = [getHealthRoute, getReadinessRoute]
