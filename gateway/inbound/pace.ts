/**
 * How far a sender is behind a pace. Bytes that come faster than the pace catch up, and are no credit for later, so that a
 * sender that stalls is behind from then on, however much it has sent before. Times are of the monotonic clock.
 */
export class Pace {
  readonly #bytesPerSecond: number
  #paidUntil = performance.now()

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond
  }

  note(bytes: number): void {
    this.#paidUntil = Math.min(performance.now(), this.#paidUntil + (bytes / this.#bytesPerSecond) * 1_000)
  }

  /** The time without bytes, in ms, that would have led to the same. */
  get behindMs(): number {
    return performance.now() - this.#paidUntil
  }
}
