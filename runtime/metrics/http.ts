import { counter, gauge, histogram } from './registry.js'

/** The methods with a label of their own. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const RATE_LIMIT_LABELS = [
  'project',
  'session',
  'public',
  'public_network',
  'address',
  'account',
  'image',
  'login',
] as const

/** A limit by which requests are refused with 429. */
export type RateLimitLabel = (typeof RATE_LIMIT_LABELS)[number]

const requests = counter('posthorn_http_requests_total', 'Requests answered, by route pattern and status.', {
  method: [],
  route: [],
  status: [],
})
const durations = histogram('posthorn_http_request_duration_seconds', 'Time from a request to its answer.', {
  labels: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const refused = counter('posthorn_rate_limited_requests_total', 'Requests refused with 429, by the limit.', {
  limit: RATE_LIMIT_LABELS,
})
const bodyBytes = gauge('posthorn_request_body_bytes', 'Bytes of request bodies and received mail held in memory.')
const bodyLimit = gauge('posthorn_request_body_limit_bytes', 'MAX_BUFFERED_MB in bytes.')
const bodiesRefused = counter(
  'posthorn_request_bodies_refused_total',
  'Requests and received messages that found no room in memory.',
)

/** Counts an answered request; `route` is the pattern, null where no endpoint matched. */
export function countRequest(request: { method: string; route: string | null; status: number; ms: number }): void {
  // A client may send any method that Node knows; the number of series must stay bounded.
  const method = METHODS.has(request.method) ? request.method : 'OTHER'
  const route = request.route ?? 'none'
  requests.inc({ method, route, status: request.status })
  durations.observe({ method, route }, request.ms / 1_000)
}

/** Counts a request that a rate limit refused. */
export function countRateLimited(limit: RateLimitLabel): void {
  refused.inc({ limit })
}

/** The bytes that a gateway may hold of request bodies. */
export function setBodyLimit(bytes: number): void {
  bodyLimit.set(bytes)
}

/** Counts bytes of request bodies that are held from now on, or given back if negative. */
export function countBodyBytes(bytes: number): void {
  bodyBytes.inc(bytes)
}

/** Counts a request that was refused because its body had no room. */
export function countBodyRefused(): void {
  bodiesRefused.inc()
}
