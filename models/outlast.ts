import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** Waits until something is no more, looking again and again, for `patienceMs` at most. */
export async function outlast(isThere: () => Promise<boolean>, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && (await isThere())) await delay(POLL_MS)
}
