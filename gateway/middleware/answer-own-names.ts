import { AppError } from '../../models/domain/errors.js'
import type { Config } from '../../runtime/config.js'
import { namesOwnPort } from '../../runtime/own-requests.js'
import type { GatewayMiddleware } from '../http/gateway-context.js'

/**
 * Refuses requests that name the gateway otherwise than a user of this machine does: for the browser, a web page whose
 * name comes to mean 127.0.0.1 has the gateway's origin.
 */
export function answerOwnNames({ GATEWAY_URL }: Pick<Config, 'GATEWAY_URL'>): GatewayMiddleware {
  // A proxy of this machine may be where GATEWAY_URL says.
  const port = Number(new URL(GATEWAY_URL).port || 80)
  return (ctx, next) => {
    if (namesOwnPort(ctx.req, [port])) return next()
    throw new AppError(
      'FORBIDDEN',
      'This gateway only accepts requests for 127.0.0.1, localhost and [::1] with its port',
      {
        suggestion: 'Set GATEWAY_URL to the public URL of the gateway',
      },
    )
  }
}
