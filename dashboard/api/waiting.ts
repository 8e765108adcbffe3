let until = 0
const listeners = new Set<() => void>()

/** Notes that reads wait for a limit until a moment, and are made again by themselves then. */
export function noteWait(untilMs: number): void {
  if (untilMs <= until) return
  until = untilMs
  for (const listener of listeners) listener()
}

/** Until when reads wait for a limit, in milliseconds, as a store of React; in the past where none does. */
export const waiting = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: (): number => until,
}
