import type { AnyEndpoint } from '../../http/endpoint.js'
import { openapiEndpoints } from './get-openapi.js'
import { getReferenceFileRoute } from './get-reference-file.js'
import { getReferencePageRoute } from './get-reference-page.js'

/** The endpoints that describe `others` and themselves. */
export function referenceEndpoints(others: readonly AnyEndpoint[]): AnyEndpoint[] {
  const endpoints: AnyEndpoint[] = [
    ...openapiEndpoints(() => [...others, ...endpoints]),
    getReferencePageRoute,
    getReferenceFileRoute,
  ]
  return endpoints
}
