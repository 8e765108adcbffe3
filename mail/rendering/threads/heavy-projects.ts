import { LRUCache } from 'lru-cache'

// The value has no meaning: an entry stands until its time to live is over.
const heavyProjects = new LRUCache<string, true>({ max: 1_000 })

/**
 * Whether a task of a project lately took long in the event loop. New templates of such a project are not tried there:
 * a project that sends a new template with every request would block the loop with every request.
 */
export function isHeavy(projectId: string): boolean {
  return heavyProjects.has(projectId)
}

/** Keeps a project's new templates out of the event loop for `forMs`, or for a longer time that was noted before. */
export function noteHeavy(projectId: string, forMs: number): void {
  const ttl = Math.ceil(Math.max(forMs, heavyProjects.getRemainingTTL(projectId)))
  heavyProjects.set(projectId, true, { ttl })
}
