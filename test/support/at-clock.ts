const Real = Date

/**
 * Runs `work` as a process does whose clock is ahead by so many ms, or behind if below 0. Database and timers keep
 * their own time.
 */
export async function atClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  class Shifted extends Real {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(Shifted.now())
      else super(...(parts as [number]))
    }

    static override now(): number {
      return Real.now() + aheadMs
    }
  }
  globalThis.Date = Shifted as DateConstructor
  try {
    return await work()
  } finally {
    globalThis.Date = Real
  }
}
