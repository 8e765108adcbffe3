import { setTimeout as delay } from 'node:timers/promises'

/** How long after it began to read a project a process may still answer for it as read, in ms. */
export const PROJECT_CACHE_MS = 100

// A timer may fire a millisecond early, and clocks of two machines do not run exactly alike.
const MARGIN_MS = 5

/**
 * Carries out a write to a project and returns its result once no process has the project as it was before in its
 * cache: `PROJECT_CACHE_MS` after the write. A caller that answers then speaks for every gateway.
 */
export async function throughProjectCaches<T>(write: () => Promise<T>): Promise<T> {
  const written = await write()
  await delay(PROJECT_CACHE_MS + MARGIN_MS)
  return written
}
