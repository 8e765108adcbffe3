import { idsByKind } from '../../runtime/log-ids.js'
import { METHODS } from '../../runtime/metrics/http.js'
import { idAttributes, inSpan } from '../../runtime/tracing/tracing.js'
import type { GatewayContext, GatewayMiddleware } from '../http/gateway-context.js'

// Probes are called every few seconds, and only their answer matters.
const PROBES = new Set(['/health', '/ready'])

/**
 * Begins a trace for each request. A `traceparent` of the caller is linked and not continued: otherwise any caller
 * would decide which traces of the installation are kept. No attribute contains a path, a query or a header.
 */
export const traceRequests: GatewayMiddleware = (ctx, next) => {
  if (PROBES.has(ctx.path)) return next()
  const method = METHODS.has(ctx.method) ? ctx.method : '_OTHER'
  const links = [ctx.get('traceparent')]
  return inSpan(method, { kind: 'server', parent: null, links }, async (span) => {
    await next()
    if (!span) return
    const { endpoint, errorCode } = ctx.state
    if (endpoint) span.rename(`${method} ${endpoint.path}`)
    span.set({ 'http.request.method': method, 'http.response.status_code': ctx.status, ...idsIn(ctx) })
    if (endpoint) span.set({ 'http.route': endpoint.path })
    if (ctx.status >= 500) span.fail(errorCode ?? String(ctx.status))
    else if (errorCode) span.set({ 'posthorn.error.code': errorCode })
  })
}

function idsIn({ state }: GatewayContext) {
  const { requestId, projectId, made = [] } = state
  return idAttributes({ requestId, ...(projectId === undefined ? {} : { projectId }), ...idsByKind(made) })
}
