import type { KeyScope } from '../../models/domain/key-scope.js'
import type { Role } from '../../models/member.js'
import type { SessionRecord } from '../../models/session.js'

/**
 * The credential that an endpoint takes: `publicKey` and `secretKey` one key of a project; `project` the secret key, or
 * the session of a member together with `X-Project-Id`; `user` a session; `member` the session of a member of the
 * project that the path names as `:id`, and `memberOrKey` that session or the secret key of that project.
 */
export type Access = 'open' | 'publicKey' | 'secretKey' | 'project' | 'user' | 'member' | 'memberOrKey'

/** A signed-in member of the project. */
export interface MemberCaller {
  type: 'user'
  userId: string
  role: Role
  session: Pick<SessionRecord, 'createdAt'>
}

/** A program with a secret key of the project. */
export interface SecretKeyCaller {
  type: 'secretKey'
  /** The id of a named key; null for the key of the project's pair. */
  keyId: string | null
  scope: KeyScope
  /** The only sender domains that the key may use; null for all of the project. */
  domains: readonly string[] | null
}

/** The sender of a request to a project. */
export type Caller = { type: 'publicKey' } | SecretKeyCaller | MemberCaller

/** Whether an access takes a secret key. */
export function takesSecretKey(access: Access): boolean {
  return access === 'secretKey' || access === 'project' || access === 'memberOrKey'
}

/** The id of the user who sends a request; null where a key does. */
export function userIdOf(caller: Caller): string | null {
  return caller.type === 'user' ? caller.userId : null
}
