import type { AnyEndpoint } from '../../http/endpoint.js'
import { countAudienceRoute } from './count-audience.js'

export const audienceEndpoints: AnyEndpoint[] = [countAudienceRoute]
