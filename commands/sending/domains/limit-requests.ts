import { AppError } from '../../../models/domain/errors.js'
import { outcome, storedLimiter } from '../../base/rate-limits/lease-points.js'
import { findOwner } from '../../tenancy/projects/find-owner.js'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const additions = storedLimiter({ name: 'domain-additions', limit: 60, windowSeconds: DAY_SECONDS })
const checks = storedLimiter({ name: 'domain-checks', limit: 10, windowSeconds: MINUTE_SECONDS })

/**
 * Counts the addition of a domain, which creates an identity at the provider or a key, and later removes it. Throws
 * RATE_LIMIT_EXCEEDED after 60 additions in a day of one account. An account is an owner with all projects of the
 * owner, or a project without an owner.
 */
export async function admitAddition(accountId: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await outcome(additions.consume(accountId))
  if (consumedPoints <= additions.points) return
  throw new AppError('RATE_LIMIT_EXCEEDED', `You can add at most ${additions.points} domains a day`, {
    details: { limit: additions.points, retryAfter: Math.ceil(msBeforeNext / 1_000) },
  })
}

/**
 * Counts a call of the provider that a request causes. Returns false after ten in a minute for all projects of an owner
 * together, because the provider accepts about one call a second from the whole installation.
 */
export async function mayAskProvider(projectId: string): Promise<boolean> {
  const { consumedPoints } = await outcome(checks.consume((await findOwner(projectId)) ?? projectId))
  return consumedPoints <= checks.points
}
