import { LRUCache } from 'lru-cache'

// The value says nothing: an entry stands until its time to live is over.
const heavyProjects = new LRUCache<string, true>({ max: 1_000 })

/**
 * Whether a project has lately kept the event loop for long. New templates of such a project are not tried there: a
 * project that sends a new template each time would keep the loop for long each time.
 */
export function isHeavy(projectId: string): boolean {
  return heavyProjects.has(projectId)
}

/** Keeps a project's new work out of the event loop for `forMs`, or longer where that was noted before. */
export function noteHeavy(projectId: string, forMs: number): void {
  const ttl = Math.ceil(Math.max(forMs, heavyProjects.getRemainingTTL(projectId)))
  heavyProjects.set(projectId, true, { ttl })
}
