import type { AnyEndpoint } from '../../http/endpoint.js'
import { listStartersRoute } from './list-starters.js'

export const designEndpoints: AnyEndpoint[] = [listStartersRoute]
