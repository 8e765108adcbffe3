import { newId } from '../../runtime/ids.js'
import type { Logger } from '../../runtime/logger.js'
import type { GatewayMiddleware } from '../http/gateway-context.js'

const ACCEPTABLE = /^[\x20-\x7e]{1,128}$/

/** Gives each request an id: the caller's `X-Request-Id` if it is printable and short, else a new one. */
export function requestId(log: Logger): GatewayMiddleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    const id = ACCEPTABLE.test(given) ? given : newId()
    ctx.state.requestId = id
    ctx.state.log = log.child({ requestId: id })
    ctx.set('X-Request-Id', id)
    await next()
  }
}
