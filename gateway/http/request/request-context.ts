import type { IncomingHttpHeaders } from 'node:http'
import type { SignedInUser } from '../../../commands/users/sessions.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import type { ProjectRecord } from '../../../models/project.js'
import type { Logger } from '../../../runtime/logger.js'
import type { Access, Caller, MemberCaller } from '../access.js'
import type { GatewayServices } from '../services.js'
import type { Sessions } from './sessions.js'

/** What a handler of an `open` endpoint knows of its request. */
export interface OpenContext {
  requestId: string
  log: Logger
  services: GatewayServices
  sessions: Sessions
  method: string
  headers: IncomingHttpHeaders
  /** What counts as one client where clients are counted. */
  clientNetwork: string
}

/** What a handler of a `user` endpoint knows of its request. */
export interface UserContext extends OpenContext {
  user: SignedInUser
}

/** What a handler in a project knows of its request; `idempotency` is null when the caller sent no key. */
export interface RequestContext extends OpenContext {
  projectId: string
  project: ProjectRecord
  caller: Caller
  idempotency: IdempotencyClaim | null
}

/** What a handler of a `member` endpoint knows of its request. */
export interface MemberContext extends RequestContext {
  caller: MemberCaller
}

/** The context that goes with each access: nobody is known on an `open` endpoint. */
interface Contexts {
  open: OpenContext
  publicKey: RequestContext
  secretKey: RequestContext
  project: RequestContext
  user: UserContext
  member: MemberContext
}

/** The context that goes with an access. */
export type ContextOf<A extends Access> = Contexts[A]
