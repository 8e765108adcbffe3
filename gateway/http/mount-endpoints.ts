import { Router } from '@koa/router'
import type Koa from 'koa'
import { AppError, notFound } from '../../models/domain/errors.js'
import type { GatewayMiddleware, GatewayState } from './gateway-context.js'
import type { AnyEndpoint } from './endpoint.js'
import { inMatchingOrder, overridingByPath } from './endpoint-list.js'
import { createRateLimit } from '../middleware/rate-limit.js'
import { requireDeclared } from './response/require-declared.js'
import { serveEndpoint } from './serve-endpoint.js'
import type { GatewayServices } from '../services.js'
import { createSessions } from './request/sessions.js'

// Characters that mean the same in a path escaped and unescaped (RFC 3986, pchar).
const PLAIN = /[\w.~!$&'()*+,;=:@-]/

interface Route {
  path: string
  methods: string[]
}

/**
 * Routes each request to its endpoint, or answers 404 or 405. The path of an endpoint that the installation does not
 * offer is unknown, and so is a path below or above a page, where the error is a page as well. A trailing slash is
 * ignored.
 */
export function mountEndpoints(
  app: Koa<GatewayState>,
  services: GatewayServices,
  endpoints: readonly AnyEndpoint[],
): void {
  // Of all endpoints: a path that is not offered matches no request.
  const overriding = overridingByPath(endpoints)
  const offered = endpoints.filter((endpoint) => endpoint.isOffered?.(services.config) ?? true)
  const gateway = {
    services,
    rateLimit: createRateLimit(services),
    sessions: createSessions(services.config),
    bodies: services.memory,
  }
  const router = new Router<GatewayState>({ sensitive: true })
  const routesOf = (path: string): Route[] => {
    const routes = router.match(path, '').path.map((layer) => ({ path: String(layer.path), methods: layer.methods }))
    return routes.filter((route) => !routes.some((other) => overriding.get(route.path)?.has(other.path)))
  }
  for (const endpoint of inMatchingOrder(offered)) {
    const isUnambiguous = overriding.get(endpoint.path)?.size === 0
    router.register(endpoint.path, [endpoint.method], async (ctx, next) => {
      if (!isUnambiguous && !routesOf(ctx.path).some(({ path }) => path === endpoint.path)) {
        await next()
        return
      }
      ctx.state.endpoint = endpoint
      try {
        await serveEndpoint(endpoint, gateway, ctx, ctx.params)
      } catch (error) {
        throw services.config.NODE_ENV === 'test' ? requireDeclared(endpoint, error) : error
      }
    })
  }
  // A person follows a link of a mail that has lost more than the end of its token, and is shown a page.
  const pageAt = (path: string): AnyEndpoint | undefined =>
    offered.find((endpoint) => endpoint.errorPage && firstWord(endpoint.path) === firstWord(path))
  const refuse: GatewayMiddleware = (ctx) => {
    const methods = new Set(routesOf(ctx.path).flatMap((route) => route.methods))
    if (methods.size === 0) {
      const page = pageAt(ctx.path)
      if (page) ctx.state.endpoint = page
      throw notFound('route', ctx.path)
    }
    ctx.set('Allow', [...methods].join(', '))
    throw new AppError('METHOD_NOT_ALLOWED', `${ctx.method} is not supported for this path`)
  }
  app.use(unescapePath)
  app.use(router.routes())
  app.use(refuse)
}

function firstWord(path: string): string | undefined {
  return path.split('/', 2)[1]
}

/** Makes `/users/%40me` match `/users/@me`. */
const unescapePath: GatewayMiddleware = async (ctx, next) => {
  if (ctx.path.includes('%')) {
    ctx.path = ctx.path.replace(/%[0-7][\da-f]/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      return PLAIN.test(character) ? character : escape
    })
  }
  await next()
}
