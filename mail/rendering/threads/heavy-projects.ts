const MAX_REMEMBERED = 1_000

// By project, the moment by `performance.now()` until which it counts as heavy; noted last, it comes last.
const heavyUntilMs = new Map<string, number>()

/**
 * Whether a project has kept the event loop for long of late, so that what is new of it is not tried there: one that
 * sends a new template each time would keep it for long each time.
 */
export function isHeavy(projectId: string): boolean {
  return performance.now() < (heavyUntilMs.get(projectId) ?? 0)
}

/** Notes that a project has kept the event loop for long, which is not to happen again for `forMs`. */
export function noteHeavy(projectId: string, forMs: number): void {
  const untilMs = Math.max(performance.now() + forMs, heavyUntilMs.get(projectId) ?? 0)
  heavyUntilMs.delete(projectId)
  heavyUntilMs.set(projectId, untilMs)
  const [first] = heavyUntilMs.keys()
  if (heavyUntilMs.size > MAX_REMEMBERED && first !== undefined) heavyUntilMs.delete(first)
}
