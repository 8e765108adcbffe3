import { idsByKind } from '../../runtime/log-ids.js'
import { countRequest } from '../../runtime/metrics/http.js'
import { inRequestScope, type Made } from '../../runtime/request-scope.js'
import type { GatewayMiddleware } from '../http/gateway-context.js'
import { waitingClientOf } from '../http/request/waiting-client.js'

/**
 * Logs one line for each request, with the ids of what the request made, and counts the request. The line has the route
 * instead of path and query, because both can contain addresses.
 */
export const accessLog: GatewayMiddleware = async (ctx, next) => {
  const startedAt = performance.now()
  const made: Made[] = (ctx.state.made = [])
  await inRequestScope(made, next, waitingClientOf(ctx.res))
  const ms = performance.now() - startedAt
  const answered = { method: ctx.method, route: ctx.state.endpoint?.path ?? null, status: ctx.status }
  countRequest({ ...answered, ms })
  ctx.state.log.info(
    {
      ...answered,
      durationMs: Math.round(ms),
      ...idsByKind(made),
      ...(ctx.state.errorCode ? { code: ctx.state.errorCode } : {}),
    },
    'request',
  )
}
