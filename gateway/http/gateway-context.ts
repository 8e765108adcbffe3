import type Koa from 'koa'
import type { SharedEntry } from '../../commands/outbox/set-off.js'
import type { Logger } from '../../runtime/logger.js'
import type { AnyEndpoint } from './endpoint.js'

/** The state that all middleware of one request share. */
export interface GatewayState {
  requestId: string
  log: Logger
  endpoint?: AnyEndpoint
  projectId?: string
  /** The outbox entries of the documents that the request made or changed. */
  made?: SharedEntry[]
  errorCode?: string
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState>
export type GatewayMiddleware = Koa.Middleware<GatewayState>
