// Few enough that a crash puts about half a second's messages in doubt; the database works for all of a group at once.
const GROUP_MS = 500
const FIRST = 50
/** The smallest group. */
export const FEWEST = 25
const MOST = 200

/** How many recipients to claim at once: about as many as the provider takes in half a second. */
export class Pace {
  #groupSize = FIRST

  get groupSize(): number {
    return this.#groupSize
  }

  /** Takes notice that so many were handed over within `ms`. */
  note(count: number, ms: number): void {
    const fitting = Math.round((count * GROUP_MS) / Math.max(1, ms))
    this.#groupSize = Math.min(MOST, this.#groupSize * 2, Math.max(FEWEST, fitting))
  }
}
