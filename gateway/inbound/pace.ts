/**
 * How far a sender is behind a pace. A sender that is faster than the pace catches up but gets no credit: a sender that
 * stalls falls behind at once, however much it has sent before. Times are of the monotonic clock.
 */
export class Pace {
  readonly #bytesPerSecond: number
  #paidUntil = performance.now()

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond
  }

  count(bytes: number): void {
    this.#paidUntil = Math.min(performance.now(), this.#paidUntil + (bytes / this.#bytesPerSecond) * 1_000)
  }

  /** How far the sender is behind, as the time in ms for which it would have sent nothing. */
  get behindMs(): number {
    return performance.now() - this.#paidUntil
  }
}
