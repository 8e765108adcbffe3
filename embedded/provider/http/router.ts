import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../../../runtime/logger.js'
import { isOfForeignPage, namesThisMachine } from '../../../runtime/own-requests.js'
import { sendJson, sendNotFound, type Exchange } from './respond.js'

/** One endpoint. Its path is a string, or a pattern whose groups become the parameters. */
export interface Route {
  method: string
  path: string | RegExp
  handle(exchange: Exchange): Promise<void> | void
}

/**
 * Finds the endpoint for each request. Requests to any host but this machine get 403, and so do requests of foreign
 * pages that may change something.
 */
export function createRouter(routes: Route[], log: Logger): (req: IncomingMessage, res: ServerResponse) => void {
  const literal = new Map(routes.flatMap((route) => (typeof route.path === 'string' ? [[keyOf(route), route]] : [])))
  const patterns = routes.flatMap((route) => (route.path instanceof RegExp ? [{ route, pattern: route.path }] : []))

  return (req, res) => {
    if (!namesThisMachine(req)) return sendForbidden(res, 'Unknown host')
    if (!READING.has(req.method ?? '') && isOfForeignPage(req)) return sendForbidden(res, 'Foreign page')
    const [path = '', query = ''] = (req.url ?? '/').split('?', 2)
    const exchange: Exchange = { req, res, query: new URLSearchParams(query), params: [] }
    const exact = literal.get(`${req.method} ${path}`)
    if (exact) return run(exact, exchange, log)
    for (const { route, pattern } of patterns) {
      const match = route.method === req.method ? pattern.exec(path) : null
      if (match) return run(route, { ...exchange, params: match.slice(1) }, log)
    }
    return sendNotFound(res, `There is no ${req.method} ${path}`)
  }
}

const READING = new Set(['GET', 'HEAD'])

const keyOf = ({ method, path }: Route): string => `${method} ${String(path)}`

function run(route: Route, exchange: Exchange, log: Logger): void {
  Promise.resolve(route.handle(exchange)).catch((error: unknown) => {
    if (exchange.req.destroyed && !exchange.req.complete) return
    log.error({ err: error }, 'request failed')
    sendJson(exchange.res, 500, { error: { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong' } })
  })
}

const sendForbidden = (res: ServerResponse, message: string): void =>
  sendJson(res, 403, { error: { code: 'FORBIDDEN', message } })
