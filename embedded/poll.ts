import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until the answer is true. An answer that throws counts as "not yet".
 * Resolves to false when `timeoutMs` have passed; throws the signal's reason when it aborts.
 */
export async function pollUntil(
  ask: () => Promise<boolean> | boolean,
  options: { timeoutMs: number; intervalMs?: number; signal?: AbortSignal },
): Promise<boolean> {
  const deadline = Date.now() + options.timeoutMs
  for (;;) {
    options.signal?.throwIfAborted()
    try {
      if (await ask()) return true
    } catch {
      // A process that is starting refuses connections; the deadline decides when that is a fault.
    }
    if (Date.now() >= deadline) return false
    await delay(options.intervalMs ?? 100, undefined, options.signal ? { signal: options.signal } : {})
  }
}

/** Whether a GET of the address answers 200 within a second. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
  await response.arrayBuffer()
  return response.status === 200
}
