import type { TokenPurpose } from '../../models/account-token.js'
import { countRateLimited } from '../../runtime/metrics/http.js'
import { outcome, storedLimiter } from '../rate-limits/lease-points.js'

const WINDOW_SECONDS = 3_600
const MAILS = 3
const limits = {
  verify: storedLimiter({ name: 'mail-verify', limit: MAILS, windowSeconds: WINDOW_SECONDS }),
  reset: storedLimiter({ name: 'mail-reset', limit: MAILS, windowSeconds: WINDOW_SECONDS }),
}

/** Counts a mail that somebody asks for in the name of an account: three an hour. Returns the seconds to wait, or 0. */
export async function admitMail(purpose: TokenPurpose, userId: string): Promise<number> {
  const { consumedPoints, msBeforeNext } = await outcome(limits[purpose].consume(userId))
  if (consumedPoints <= MAILS) return 0
  countRateLimited('mail')
  return Math.max(1, Math.ceil(msBeforeNext / 1_000))
}
