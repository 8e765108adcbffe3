// Before this share nothing can be said of the rest.
const LEAST_PERCENT = 3

/** How long a job goes on at the pace it had so far; null where that cannot be said. */
export function secondsLeft(
  { status, progress, createdAt }: { status: string; progress: number; createdAt: string },
  nowMs: number,
): number | null {
  if (status !== 'RUNNING' || progress < LEAST_PERCENT) return null
  const elapsed = (nowMs - Date.parse(createdAt)) / 1_000
  return elapsed > 0 ? Math.ceil((elapsed / progress) * (100 - progress)) : null
}
