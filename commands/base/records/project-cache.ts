import { setTimeout as delay } from 'node:timers/promises'

/** How long a process may use a cached project, in ms since the read of the project began. */
export const PROJECT_CACHE_MS = 100

// A timer may fire a millisecond early, and clocks of two machines do not run exactly alike.
const MARGIN_MS = 5

/**
 * Carries out a write to a project and returns its result `PROJECT_CACHE_MS` after the write. By then no process has
 * the former state of the project in its cache, so that an answer of the caller holds for every gateway.
 */
export async function throughProjectCaches<T>(write: () => Promise<T>): Promise<T> {
  const written = await write()
  await delay(PROJECT_CACHE_MS + MARGIN_MS)
  return written
}
