import type { oas31 } from 'zod-openapi'
import type { AnyEndpoint } from '../endpoint.js'

const wholeNumber = { type: 'integer', minimum: 0 } as const

/** The headers of answers, as the document describes them. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the request: the name that came with it, or a new one.',
    schema: { type: 'string', maxLength: 128 },
  },
  'Retry-After': { description: 'For how many seconds to wait before the next attempt.', schema: wholeNumber },
  'RateLimit-Limit': { description: 'How many requests a minute are allowed.', schema: wholeNumber },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: wholeNumber },
  'RateLimit-Reset': { description: 'In how many seconds there are all of them again.', schema: wholeNumber },
} satisfies oas31.HeadersObject

type HeaderName = keyof typeof HEADERS

/** The headers of an answer of this status, as references to `HEADERS`. */
export function headersOf({ isUnlimited }: Pick<AnyEndpoint, 'isUnlimited'>, status: number): oas31.HeadersObject {
  const isCounted = !isUnlimited && (status < 400 || status === 429)
  const names: HeaderName[] = [
    'X-Request-Id',
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isCounted ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
