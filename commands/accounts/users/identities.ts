import type { Language } from '../../../models/domain/choose-language.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Session } from '../../../models/session.js'
import { User, type ExternalIdentity, type UserRecord } from '../../../models/user.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMailWithinLimits } from '../../sending/platform-mail/send-platform-mail.js'

type Provider = ExternalIdentity['provider']

/** The names of the services that users sign in by, as mails show them. */
const SERVICES: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

/** The account of a session. Writes check `sessionVersion`, so that they fail once the session has ended. */
export type SessionUser = Pick<UserRecord, '_id' | 'sessionVersion'>

/**
 * Connects an account elsewhere to the user who is signed in, at most one of each service; does nothing if that account
 * is connected already. The address must be proved first, because otherwise a stranger who prepared the account could
 * connect an identity. Returns whether the identity is new. Throws FORBIDDEN for an address that is not proved, and
 * CONFLICT if the user has another account of the service, or if another user has this one.
 */
export async function connectIdentity(
  { _id, sessionVersion }: SessionUser,
  identity: ExternalIdentity,
): Promise<boolean> {
  const { provider, subject } = identity
  try {
    const filter = { _id, sessionVersion, emailVerified: true, 'identities.provider': { $ne: provider } }
    const { modifiedCount } = await User.updateOne(filter, { $push: { identities: identity } })
    if (modifiedCount > 0) return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw refusal('CONFLICT', 'identity_taken', 'This external account is already connected to another user', error)
  }
  const user = await User.findOne({ _id, sessionVersion }).lean()
  if (!user) throw signedOut()
  if (!user.emailVerified) {
    throw refusal(
      'FORBIDDEN',
      'account_not_verified',
      'Confirm your email address before you connect an external account',
    )
  }
  if (user.identities?.some((one) => one.provider === provider && one.subject === subject)) return false
  throw refusal(
    'CONFLICT',
    'service_connected',
    'Another account of this service is already connected. Remove it first',
  )
}

/** Mails a user that an account elsewhere may sign in from now on. */
export async function mailConnected(
  { _id: actorId, email: to }: Pick<UserRecord, '_id' | 'email'>,
  provider: Provider,
  language: Language,
  settings: PlatformSettings,
): Promise<void> {
  const service = SERVICES[provider]
  const page = { page: 'account' } as const
  await sendPlatformMailWithinLimits({ kind: 'connected', to, language, actorId, page, service }, settings)
}

/**
 * Removes an identity of a user, and ends all sessions, because any of them may have begun with this identity. Throws
 * RESOURCE_NOT_FOUND, CONFLICT if the user could not sign in any more, and UNAUTHORIZED if the session has ended.
 */
export async function removeIdentity({ _id, sessionVersion }: SessionUser, provider: string): Promise<UserRecord> {
  return inTransaction(async (session) => {
    const user = await User.findOne({ _id, sessionVersion }, null, { session }).lean()
    if (!user) throw signedOut()
    const others = user.identities?.filter((one) => one.provider !== provider) ?? []
    if (others.length === (user.identities?.length ?? 0)) throw notFound('identity', provider)
    if (user.passwordHash === null && others.length === 0) {
      throw new AppError('CONFLICT', 'This is your only way to sign in', {
        suggestion: 'Set a password first: POST /auth/request-password-reset emails the link',
      })
    }
    await Session.deleteMany({ userId: _id }, { session })
    const changed = await User.findOneAndUpdate(
      { _id, sessionVersion },
      { $pull: { identities: { provider: provider as Provider } }, $inc: { sessionVersion: 1 } },
      { returnDocument: 'after', session },
    ).lean()
    if (!changed) throw signedOut()
    return changed
  })
}

function signedOut(): AppError {
  return refusal('UNAUTHORIZED', 'signed_out', 'The session has ended')
}

function refusal(
  code: 'CONFLICT' | 'FORBIDDEN' | 'UNAUTHORIZED',
  reason: string,
  message: string,
  cause?: unknown,
): AppError {
  return new AppError(code, message, { details: { reason }, cause })
}
