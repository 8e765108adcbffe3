import { AppError } from '../../models/domain/errors.js'
import { outcome, storedLimiter } from '../rate-limits/lease-points.js'
import { findOwner } from '../projects/find-owner.js'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const additions = storedLimiter({ name: 'domain-additions', limit: 60, windowSeconds: DAY_SECONDS })
const checks = storedLimiter({ name: 'domain-checks', limit: 10, windowSeconds: MINUTE_SECONDS })

/**
 * Counts an addition of a domain, which makes an identity at the provider or a key, and later its removal. Throws
 * RATE_LIMIT_EXCEEDED after 60 in a day for an account: the owner of the project, with all other projects of the owner,
 * or a project without one.
 */
export async function admitAddition(accountId: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await outcome(additions.consume(accountId))
  if (consumedPoints <= additions.points) return
  throw new AppError('RATE_LIMIT_EXCEEDED', `At most ${additions.points} domains are added in a day`, {
    details: { limit: additions.points, retryAfter: Math.ceil(msBeforeNext / 1_000) },
  })
}

/**
 * Counts a question to the provider that a request sets off. False after ten in a minute for all projects of an owner
 * together: the provider takes about one a second from the whole installation.
 */
export async function mayAskProvider(projectId: string): Promise<boolean> {
  const { consumedPoints } = await outcome(checks.consume((await findOwner(projectId)) ?? projectId))
  return consumedPoints <= checks.points
}
