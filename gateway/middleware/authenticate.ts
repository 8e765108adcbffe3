import type { IncomingHttpHeaders } from 'node:http'
import { authenticateKey, type KeyHolder } from '../../commands/tenancy/projects/authenticate-key.js'
import { authenticateSession, type SignedInUser } from '../../commands/accounts/users/sessions.js'
import { findMembership, type Membership } from '../../commands/tenancy/projects/memberships.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import type { ProjectRecord } from '../../models/project.js'
import type { Config } from '../../runtime/config.js'
import type { Access, Caller } from '../http/access.js'
import { requireOwnOrigin } from '../http/request/own-origins.js'
import type { Sessions } from '../http/request/sessions.js'

/** The sender of a request in a project. */
export interface ProjectIdentity {
  projectId: string
  project: ProjectRecord
  caller: Caller
}

/** The sender of a request: a caller in a project, or a user outside of any project. */
export type Identity = ProjectIdentity | { user: SignedInUser }

/** The parts of a request that identify its sender. */
export interface Credentials {
  method: string
  headers: IncomingHttpHeaders
  /** The `:id` of the path. */
  id: string | undefined
}

const BEARER = /^Bearer +([^\s]+)$/i
const HARMLESS_METHODS = new Set(['GET', 'HEAD'])

/**
 * Identifies the sender of a request. On `project` endpoints a key takes precedence over a cookie. Throws the errors of
 * `authenticateByKey`; UNAUTHORIZED without a required session, FORBIDDEN for a write that a foreign page may have made
 * a browser send, BAD_REQUEST without `X-Project-Id`, and PROJECT_ACCESS_DENIED (where the path names the project
 * RESOURCE_NOT_FOUND) for a project that the user is not a member of. On `memberOrKey` endpoints a secret key takes
 * precedence over a cookie, the key of another project is answered RESOURCE_NOT_FOUND, and a header without a key is
 * ignored. `isSuspect`: see `authenticateKey`.
 */
export async function authenticate(
  access: Exclude<Access, 'open'>,
  credentials: Credentials,
  { sessions, config, isSuspect = false }: { sessions: Sessions; config: Config; isSuspect?: boolean },
): Promise<Identity> {
  const { headers, id = '' } = credentials
  const { authorization } = headers
  const findHolder = (key: string) => authenticateKey(key, isSuspect)
  if (access === 'publicKey') return authenticateByKey('public', authorization, findHolder)
  if (access === 'secretKey' || (access === 'project' && authorization !== undefined)) {
    return authenticateByKey('secret', authorization, findHolder)
  }
  if (access === 'memberOrKey') {
    const holder = await secretKeyHolder(authorization, findHolder)
    if (holder && holder.projectId !== id) throw notFound('project', id)
    if (holder) return holder
  }
  const user = await authenticateByCookie(access, credentials, sessions)
  if (!HARMLESS_METHODS.has(credentials.method)) requireOwnOrigin(headers, config)
  if (access === 'user') return { user }
  const { _id: userId } = user
  if (access !== 'project') {
    const membership = await findMembership({ userId, projectId: id })
    if (!membership) throw notFound('project', id)
    return identityOf(user, membership)
  }
  const membership = await findMembership({ userId, projectId: requireProjectId(headers) })
  if (!membership) throw new AppError('PROJECT_ACCESS_DENIED', 'You are not a member of this project')
  return identityOf(user, membership)
}

/**
 * The project of the key in an `Authorization` header. Throws MISSING_AUTH without a usable header, and
 * INVALID_API_KEY for a key that is unknown or of the other type.
 */
export async function authenticateByKey(
  type: KeyHolder['type'],
  authorization: string | undefined,
  findHolder: (key: string) => Promise<KeyHolder | null>,
): Promise<ProjectIdentity> {
  const key = keyIn(authorization)
  if (!key) throw new AppError('MISSING_AUTH', 'Missing API key', { suggestion: HOW_TO[type] })
  const holder = await findHolder(key)
  if (holder?.type !== type) {
    throw new AppError('INVALID_API_KEY', 'Invalid API key', { suggestion: HOW_TO[type] })
  }
  return identityOfKey(holder)
}

function keyIn(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization?.trim() ?? '')?.[1]
}

function identityOfKey({ project, type, ...key }: KeyHolder): ProjectIdentity {
  const caller: Caller = type === 'public' ? { type: 'publicKey' } : { type: 'secretKey', ...key }
  return { projectId: project._id, project, caller }
}

/** The project of the secret key in an `Authorization` header; null without a known secret key. */
async function secretKeyHolder(
  authorization: string | undefined,
  findHolder: (key: string) => Promise<KeyHolder | null>,
): Promise<ProjectIdentity | null> {
  const key = keyIn(authorization)
  const holder = key === undefined ? null : await findHolder(key)
  return holder?.type === 'secret' ? identityOfKey(holder) : null
}

async function authenticateByCookie(
  access: 'project' | 'user' | 'member' | 'memberOrKey',
  { headers }: Credentials,
  sessions: Sessions,
): Promise<SignedInUser> {
  const session = sessions.read(headers.cookie)
  const user = session && (await authenticateSession(session))
  if (user) return user
  const isKeyTaken = access === 'project' || access === 'memberOrKey'
  throw new AppError('UNAUTHORIZED', isKeyTaken ? 'This request requires a secret key or a session' : 'Not signed in', {
    suggestion: isKeyTaken ? HOW_TO.secret : 'Sign in: POST /auth/login sets the session cookie',
  })
}

/** The error has details, so that the endpoints with plain bad requests answer it in the envelope, with its code. */
function requireProjectId(headers: IncomingHttpHeaders): string {
  const projectId = headers['x-project-id']
  if (typeof projectId === 'string' && projectId !== '') return projectId
  throw new AppError('BAD_REQUEST', 'Missing X-Project-Id header', {
    details: { header: 'X-Project-Id' },
    suggestion: 'Set X-Project-Id to the id of a project. GET /users/@me/projects lists your projects',
  })
}

function identityOf({ _id: userId, session }: SignedInUser, { project, role }: Membership): ProjectIdentity {
  return { projectId: project._id, project, caller: { type: 'user', userId, role, session } }
}

const HOW_TO = {
  public: 'Send the public key of the project: Authorization: Bearer pk_...',
  secret: 'Send the secret key of the project: Authorization: Bearer sk_...',
}
