import { authenticateKey, type KeyHolder } from '../../models/commands/authenticate-key.js'
import { AppError } from '../../models/domain/errors.js'
import type { ProjectRecord } from '../../models/project.js'
import type { Access, Caller } from '../http/access.js'

/** Whose request it is. */
export interface Identity {
  projectId: string
  project: ProjectRecord
  caller: Caller
}

const BEARER = /^Bearer +([^\s]+)$/i

/**
 * Finds out who sends a request, by the key in its `Authorization` header. Throws MISSING_AUTH without a
 * usable header (UNAUTHORIZED where a session would do as well and there is no header at all), and
 * INVALID_API_KEY for a key that is unknown or of the other type.
 */
export async function authenticate(
  access: Exclude<Access, 'open'>,
  authorization: string | undefined,
  findHolder: (key: string) => Promise<KeyHolder | null> = authenticateKey,
): Promise<Identity> {
  if (authorization === undefined && access === 'project') {
    throw new AppError('UNAUTHORIZED', 'This request needs a secret key', { suggestion: HOW_TO.secret })
  }
  const type = access === 'publicKey' ? 'public' : 'secret'
  const key = BEARER.exec(authorization?.trim() ?? '')?.[1]
  if (!key) throw new AppError('MISSING_AUTH', 'The API key is missing', { suggestion: HOW_TO[type] })
  const holder = await findHolder(key)
  if (holder?.type !== type) {
    throw new AppError('INVALID_API_KEY', 'The API key is not valid here', { suggestion: HOW_TO[type] })
  }
  const { project } = holder
  const { _id: projectId } = project
  return { projectId, project, caller: { type: type === 'public' ? 'publicKey' : 'secretKey' } }
}

const HOW_TO = {
  public: 'Send the public key of the project: Authorization: Bearer pk_...',
  secret: 'Send the secret key of the project: Authorization: Bearer sk_...',
}
