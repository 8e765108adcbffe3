/**
 * The filter for suppressions that are in force at a time. Suppressions after soft bounces expire, and MongoDB deletes
 * them a moment later.
 */
export function inForce(now: Date): { expiresAt: { $not: { $lte: Date } } } {
  return { expiresAt: { $not: { $lte: now } } }
}
