const MINUTE_MS = 60_000
const ROUND_MS = 5 * MINUTE_MS
const LONGEST_WAIT_MS = 12 * 60 * MINUTE_MS
const ABANDONED_MS = 14 * 24 * 60 * MINUTE_MS
// Rounds begin some seconds earlier or later than their schedule says.
const EARLY_MS = MINUTE_MS

/**
 * The time from which rounds check a domain again. Each round checks a verified domain. For other domains, the wait
 * doubles with each miss.
 */
export function nextCheckOf(round: Date, { verified, misses }: { verified: boolean; misses: number }): Date {
  const waitMs = verified ? ROUND_MS : Math.min(ROUND_MS * 2 ** misses, LONGEST_WAIT_MS)
  return new Date(round.getTime() + waitMs - EARLY_MS)
}

/** Whether a domain was never verified within 14 days. Its project has then given it up. */
export function isAbandoned(
  { firstVerifiedAt, verified, createdAt }: { firstVerifiedAt: Date | null; verified: boolean; createdAt: Date },
  now: Date,
): boolean {
  return !verified && firstVerifiedAt === null && now.getTime() - createdAt.getTime() > ABANDONED_MS
}
