/**
 * The filter on suppressions that hold at a time: those of soft bounces end by themselves, and are deleted a moment
 * later.
 */
export function inForce(now: Date): { expiresAt: { $not: { $lte: Date } } } {
  return { expiresAt: { $not: { $lte: now } } }
}
