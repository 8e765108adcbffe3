import type { AnyEndpoint } from '../../http/endpoint.js'
import { followLinkRoute } from './follow-link.js'
import { loadPixelRoute } from './load-pixel.js'

export const trackingEndpoints: AnyEndpoint[] = [followLinkRoute, loadPixelRoute]
