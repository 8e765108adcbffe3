// Nearly all runs take less on an idle machine.
const LEAST_PATIENCE_MS = 100
const MOST_PATIENCE_MS = 1_000
// With these factors about four of five runs end in time, however fast the machine is at the moment.
const LONGER_AFTER_SLOW_RUN = 1.2
const SHORTER_AFTER_RUN_IN_TIME = 0.95

/** The hold of a run on its group. */
export interface GroupHold {
  /** Says that the run has ended: from now on no patience ends the hold. */
  pause(): void
  end(): void
}

/** The groups whose further runs wait for the newest run of the group, until it takes longer than most runs do. */
export class GroupHolds {
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #onImpatience: () => void
  #patienceMs = LEAST_PATIENCE_MS

  /** `onImpatience` is called when a group need not wait for its slow run any more. */
  constructor(onImpatience: () => void) {
    this.#onImpatience = onImpatience
  }

  /** Whether a group waits. */
  has(group: string): boolean {
    return this.#timers.has(group)
  }

  /** Lets a group wait for a new run. */
  hold(group: string): GroupHold {
    const isHeld = (): boolean => this.#timers.get(group) === timer
    const end = (): void => {
      clearTimeout(timer)
      if (isHeld()) this.#timers.delete(group)
    }
    const timer = setTimeout(() => {
      this.#patienceMs = Math.min(this.#patienceMs * LONGER_AFTER_SLOW_RUN, MOST_PATIENCE_MS)
      end()
      this.#onImpatience()
    }, this.#patienceMs)
    this.#timers.set(group, timer)
    const pause = (): void => {
      if (!isHeld()) return
      clearTimeout(timer)
      this.#patienceMs = Math.max(this.#patienceMs * SHORTER_AFTER_RUN_IN_TIME, LEAST_PATIENCE_MS)
    }
    return { pause, end }
  }
}
