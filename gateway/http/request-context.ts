import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import type { ProjectRecord } from '../../models/project.js'
import type { Logger } from '../../runtime/logger.js'
import type { Access, Caller } from './access.js'
import type { GatewayServices } from './services.js'

/** What a handler of an `open` endpoint knows of its request. */
export interface OpenContext {
  requestId: string
  log: Logger
  services: GatewayServices
}

/** What every other handler knows of its request; `idempotency` is null when the caller sent no key. */
export interface RequestContext extends OpenContext {
  projectId: string
  project: ProjectRecord
  caller: Caller
  idempotency: IdempotencyClaim | null
}

/** The context that goes with an access: nobody is known on an `open` endpoint. */
export type ContextOf<A extends Access> = A extends 'open' ? OpenContext : RequestContext
