import type { AnyEndpoint } from '../../http/endpoint.js'
import { trackEventRoute } from './track-event.js'

export const trackEndpoints: AnyEndpoint[] = [trackEventRoute]
