import type { oas31 } from 'zod-openapi'
import type { AnyEndpoint } from '../endpoint.js'
import { isCounted } from '../limits.js'

const wholeNumber = { type: 'integer', minimum: 0 } as const

/** The descriptions of the response headers. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request: the one you sent, or a new one.',
    schema: { type: 'string', maxLength: 128 },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: wholeNumber },
  'RateLimit-Limit': { description: 'Requests allowed per minute.', schema: wholeNumber },
  'RateLimit-Remaining': { description: 'Requests left in the current window.', schema: wholeNumber },
  'RateLimit-Reset': { description: 'Seconds until the full limit is available again.', schema: wholeNumber },
} satisfies oas31.HeadersObject

type HeaderName = keyof typeof HEADERS

/** The headers of a response with this status, as references to `HEADERS`. */
export function headersOf(endpoint: Pick<AnyEndpoint, 'limit'>, status: number): oas31.HeadersObject {
  const tellsLimit = isCounted(endpoint) && (status < 400 || status === 429)
  const names: HeaderName[] = [
    'X-Request-Id',
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(tellsLimit ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
