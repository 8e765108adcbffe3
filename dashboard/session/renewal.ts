const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// A session lasts seven days: a user who comes every day never sees its end before the thirty that it may have at most.
const RENEWED_BEFORE_MS = 6 * DAY_MS
const ACTIVE_MS = 5 * 60_000

/** The facts that decide whether a session is renewed now. */
export interface SessionUse {
  expiresAt: number
  /** When the user last touched the page. */
  lastInput: number
  /** When the last renewal was asked for; null for never. */
  lastTry: number | null
}

/** Whether a session is renewed now: it ends within days, its user is active, and the last try is an hour ago. */
export function isRenewalDue({ expiresAt, lastInput, lastTry }: SessionUse, now: number): boolean {
  if (now >= expiresAt || expiresAt - now > RENEWED_BEFORE_MS) return false
  if (now - lastInput > ACTIVE_MS) return false
  return lastTry === null || now - lastTry >= HOUR_MS
}
