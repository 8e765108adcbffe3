import Koa from 'koa'
import compress from 'koa-compress'
import type { GatewayState } from './http/gateway-context.js'
import type { AnyEndpoint } from './http/endpoint.js'
import { loggableError } from '../runtime/loggable-error.js'
import { mountEndpoints } from './http/mount-endpoints.js'
import type { GatewayServices } from './services.js'
import { accessLog } from './middleware/access-log.js'
import { crossOrigin } from './middleware/cross-origin.js'
import { answerOwnNames } from './middleware/answer-own-names.js'
import { errorHandler } from './middleware/error-handler.js'
import { requestId } from './middleware/request-id.js'
import { securityHeaders } from './middleware/security-headers.js'
import { traceRequests } from './middleware/trace-requests.js'
import { isTracing } from '../runtime/tracing/tracing.js'
import { servedEndpoints } from './routes/index.js'

// A smaller answer fits into one packet without compression.
const COMPRESSED_FROM_BYTES = 1_400

/** The HTTP application. It keeps no state, so that any number of processes can serve the same projects. */
export function createApp(
  services: GatewayServices,
  endpoints: readonly AnyEndpoint[] = servedEndpoints,
): Koa<GatewayState> {
  const app = new Koa<GatewayState>()
  // Koa reports an error here when an answer can no longer be sent, mostly because the client has disconnected.
  app.on('error', (error: unknown) => services.log.warn({ error: loggableError(error) }, 'response not delivered'))
  if (isTracing()) app.use(traceRequests)
  app.use(requestId(services.log))
  app.use(accessLog)
  for (const middleware of securityHeaders(services.config)) app.use(middleware)
  app.use(crossOrigin(services.config))
  app.use(compress({ threshold: COMPRESSED_FROM_BYTES }))
  app.use(errorHandler)
  if (services.config.LOOPBACK_NAMES_ONLY) app.use(answerOwnNames(services.config))
  mountEndpoints(app, services, endpoints)
  return app
}
