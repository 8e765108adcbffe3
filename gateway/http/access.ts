import type { Role } from '../../models/member.js'

/**
 * Which credential an endpoint takes: one of the two keys; for `project` the secret key, or the session of a
 * member together with `X-Project-Id`; for `user` a session; for `member` the session of a member of the project
 * that the path names as `:id`.
 */
export type Access = 'open' | 'publicKey' | 'secretKey' | 'project' | 'user' | 'member'

/** A member of the project, who signed in. */
export interface MemberCaller {
  type: 'user'
  userId: string
  role: Role
}

/** Who sent a request to a project. */
export type Caller = { type: 'publicKey' | 'secretKey' } | MemberCaller
