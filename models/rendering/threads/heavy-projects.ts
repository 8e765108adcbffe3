const HEAVY_MS = 25
const HEAVY_FOR_MS = 60_000
const MAX_REMEMBERED = 1_000

// By project, the moment by `performance.now()` until which it counts as heavy; the earliest comes first.
const heavyUntilMs = new Map<string, number>()

/**
 * Whether a project has kept the event loop for long within the last minute, so that what is new of it is not tried
 * there: otherwise one that sends a new template each time would keep it for long each time.
 */
export function isHeavy(projectId: string): boolean {
  return performance.now() < (heavyUntilMs.get(projectId) ?? 0)
}

/** Notes for how long a task of a project has kept the event loop. */
export function noteTime(projectId: string, tookMs: number): void {
  if (tookMs < HEAVY_MS) return
  heavyUntilMs.delete(projectId)
  heavyUntilMs.set(projectId, performance.now() + HEAVY_FOR_MS)
  const [earliest] = heavyUntilMs.keys()
  if (heavyUntilMs.size > MAX_REMEMBERED && earliest !== undefined) heavyUntilMs.delete(earliest)
}
