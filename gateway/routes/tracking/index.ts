import type { AnyEndpoint } from '../../http/endpoint.js'
import { followLink } from './follow-link.js'
import { loadPixel } from './load-pixel.js'

export const trackingEndpoints: AnyEndpoint[] = [followLink, loadPixel]
