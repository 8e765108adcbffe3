import type { AnyEndpoint } from '../../http/endpoint.js'
import { trackEvent } from './track-event.js'

export const trackEndpoints: AnyEndpoint[] = [trackEvent]
