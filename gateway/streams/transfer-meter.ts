/** The bytes of a stream that a client took, by the second. Times are milliseconds of a clock that never goes back. */
export class TransferMeter {
  readonly #keptMs: number
  readonly #taken: { second: number; bytes: number }[] = []

  /** Keeps the numbers of the last `keptMs`. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  add(bytes: number, nowMs: number): void {
    const second = Math.floor(nowMs / 1_000)
    const last = this.#taken.at(-1)
    if (last?.second === second) last.bytes += bytes
    else this.#taken.push({ second, bytes })
    while (this.#taken[0] && this.#taken[0].second * 1_000 < nowMs - this.#keptMs) this.#taken.shift()
  }

  /** The bytes that were taken in the last `ms`. */
  takenIn(ms: number, nowMs: number): number {
    const from = (nowMs - ms) / 1_000
    return this.#taken.reduce((sum, { second, bytes }) => (second >= from ? sum + bytes : sum), 0)
  }
}
