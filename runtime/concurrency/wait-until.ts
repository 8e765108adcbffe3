import { setTimeout as delay } from 'node:timers/promises'

/** Polls until `isReached` returns true, for `timeoutMs` at most. Returns whether it did. */
export async function waitUntil(
  isReached: () => Promise<boolean> | boolean,
  timeoutMs: number,
  intervalMs = 20,
): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(intervalMs)) {
    if (await isReached()) return true
  }
  return false
}
