import { setTimeout as delay } from 'node:timers/promises'

/**
 * Reads until the value is as wanted and returns it; fails with the last value read when the time is up.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isWanted(value)) return value
    if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(value)} after ${timeoutMs} ms`)
    await delay(50)
  }
}
