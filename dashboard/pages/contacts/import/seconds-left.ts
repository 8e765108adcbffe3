// Below this share an estimate is meaningless.
const LEAST_PERCENT = 3

/** The seconds that a job still takes at its present rate; null without an estimate. */
export function secondsLeft(
  { status, progress, createdAt }: { status: string; progress: number; createdAt: string },
  nowMs: number,
): number | null {
  if (status !== 'RUNNING' || progress < LEAST_PERCENT) return null
  const elapsed = (nowMs - Date.parse(createdAt)) / 1_000
  return elapsed > 0 ? Math.ceil((elapsed / progress) * (100 - progress)) : null
}
