import { AppError } from '../../../models/domain/errors.js'
import { countRateLimited } from '../../../runtime/metrics/http.js'
import { hashKey } from '../../../runtime/sealed.js'
import { outcome, storedLimiter } from '../../base/rate-limits/lease-points.js'

const WINDOW_SECONDS = 15 * 60
const byAccount = storedLimiter({ name: 'login-account', limit: 10, windowSeconds: WINDOW_SECONDS })
const byAddress = storedLimiter({ name: 'login-address', limit: 50, windowSeconds: WINDOW_SECONDS })

const RESET_HELPS = 'Wait and try again, or reset your password: POST /auth/request-password-reset emails the link'

/** A login attempt by its account and its origin. */
export interface LoginAttempt {
  /** The email address, trimmed and lower-cased. */
  account: string
  /** The client's network address. */
  address: string
  /** Whether that network has signed in to the account before. A known network has a limit of its own. */
  isKnown: boolean
}

/**
 * Counts a login attempt as failed before its password is checked, so that concurrent attempts cannot exceed the limit.
 * Throws RATE_LIMIT_EXCEEDED after 10 attempts for an account or 50 from an address in 15 minutes. Strangers who use up
 * the attempts of an account do not lock its owner out: the owner comes from a known network, or resets the password.
 */
export async function admitLogin(attempt: LoginAttempt): Promise<void> {
  const attempts = [byAddress.consume(attempt.address), byAccount.consume(accountKey(attempt))]
  const [fromAddress, ofAccount] = await Promise.all(attempts.map(outcome))
  const waits = [
    fromAddress && fromAddress.consumedPoints > byAddress.points ? fromAddress.msBeforeNext : 0,
    ofAccount && ofAccount.consumedPoints > byAccount.points ? ofAccount.msBeforeNext : 0,
  ]
  const retryAfter = Math.ceil(Math.max(...waits) / 1_000)
  if (retryAfter === 0) return
  countRateLimited('login')
  const isOfAccount = Math.max(...waits) === waits[1]
  throw new AppError('RATE_LIMIT_EXCEEDED', 'Too many failed sign-in attempts', {
    details: { retryAfter },
    ...(isOfAccount ? { suggestion: RESET_HELPS } : {}),
  })
}

/** Takes back the count of `admitLogin` after a right password. */
export async function forgiveLogin(attempt: LoginAttempt): Promise<void> {
  await Promise.all([byAddress.reward(attempt.address), byAccount.delete(accountKey(attempt))])
}

/** Forgets the failed logins of an account from unknown networks, and from the network of its owner if it is given. */
export async function forgiveAccount(account: string, clientNetwork?: string): Promise<void> {
  const own = clientNetwork === undefined ? [] : [accountKey({ account, address: clientNetwork, isKnown: true })]
  await Promise.all([hashKey(account), ...own].map((key) => byAccount.delete(key)))
}

function accountKey({ account, address, isKnown }: LoginAttempt): string {
  return hashKey(isKnown ? `${account} ${address}` : account)
}
