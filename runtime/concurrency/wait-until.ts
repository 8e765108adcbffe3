import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** Waits until something is no more, looking again and again, for `patienceMs` at most; false if it was there then. */
export async function outlast(isThere: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(POLL_MS)) {
    if (!(await isThere())) return true
  }
  return false
}
