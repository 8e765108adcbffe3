let until = 0
const listeners = new Set<() => void>()

/** Records until when reads wait for a rate limit. The client repeats these reads by itself. */
export function noteWait(untilMs: number): void {
  if (untilMs <= until) return
  until = untilMs
  for (const listener of listeners) listener()
}

/**
 * The time until which reads wait for a rate limit, in milliseconds, as a store of React; a past time when no read
 * waits.
 */
export const waiting = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: (): number => until,
}
