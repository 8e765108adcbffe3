import type { GatewayMiddleware } from '../http/gateway-context.js'

/** Logs one line for each request, with the route instead of path and query, because both can hold addresses. */
export const accessLog: GatewayMiddleware = async (ctx, next) => {
  const startedAt = performance.now()
  await next()
  ctx.state.log.info(
    {
      method: ctx.method,
      route: ctx.state.endpoint?.path ?? null,
      status: ctx.status,
      durationMs: Math.round(performance.now() - startedAt),
      ...(ctx.state.errorCode ? { code: ctx.state.errorCode } : {}),
    },
    'request',
  )
}
