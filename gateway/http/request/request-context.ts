import type { IncomingHttpHeaders } from 'node:http'
import type { SignedInUser } from '../../../commands/accounts/users/sessions.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import type { ProjectRecord } from '../../../models/project.js'
import type { Logger } from '../../../runtime/logger.js'
import type { Access, Caller, MemberCaller } from '../access.js'
import type { GatewayServices } from '../../services.js'
import type { Sessions } from './sessions.js'

/** The request context of an `open` endpoint. */
export interface OpenContext {
  requestId: string
  log: Logger
  services: GatewayServices
  sessions: Sessions
  method: string
  headers: IncomingHttpHeaders
  /** Identifies the client for limits on attempts. */
  clientNetwork: string
  /** Whether the client has closed the connection, so that no answer reaches it. */
  isClientGone: () => boolean
}

/** The request context of a `user` endpoint. */
export interface UserContext extends OpenContext {
  user: SignedInUser
}

/** The request context of an endpoint in a project; `idempotency` is null when the caller sent no key. */
export interface RequestContext extends OpenContext {
  projectId: string
  project: ProjectRecord
  caller: Caller
  idempotency: IdempotencyClaim | null
}

/** The request context of a `member` endpoint. */
export interface MemberContext extends RequestContext {
  caller: MemberCaller
}

interface Contexts {
  open: OpenContext
  publicKey: RequestContext
  secretKey: RequestContext
  project: RequestContext
  user: UserContext
  member: MemberContext
  memberOrKey: RequestContext
}

/** The request context of an access. */
export type ContextOf<A extends Access> = Contexts[A]
