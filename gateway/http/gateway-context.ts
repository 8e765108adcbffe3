import type Koa from 'koa'
import type { Made } from '../../runtime/request-scope.js'
import type { Logger } from '../../runtime/logger.js'
import type { AnyEndpoint } from './endpoint.js'

/** The state that all middleware of one request shares. */
export interface GatewayState {
  requestId: string
  log: Logger
  endpoint?: AnyEndpoint
  projectId?: string
  /** The documents that the request made or changed. */
  made?: Made[]
  errorCode?: string
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState>
export type GatewayMiddleware = Koa.Middleware<GatewayState>
