/** Random choices that a seed repeats. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  int(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1))
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  /** The same members in another order (Fisher and Yates). */
  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list]
    return Array.from({ length: left.length }, () => left.splice(this.int(0, left.length - 1), 1)).flat()
  }

  /** Picks by weight. */
  weighed<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error('There is nothing to pick from')
  }

  /** A pause between arrivals that come at random, `mean` on average. */
  pause(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }
}
