/** How much a cache holds: entries, and their weight together in a unit of the caller's. */
export interface LruLimits<Value> {
  maxEntries: number
  maxWeight?: number
  weigh?(value: Value): number
}

/** Keeps what was used last and drops what was not, so that it never grows beyond its limits. */
export class LruCache<Value> {
  // A Map keeps its order of insertion: put in again, an entry is the last to be dropped.
  readonly #entries = new Map<string, Value>()
  readonly #limits: LruLimits<Value>
  #weight = 0

  constructor(limits: LruLimits<Value>) {
    this.#limits = limits
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    const { maxEntries, maxWeight = Infinity } = this.#limits
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries && this.#weight <= maxWeight) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weigh(value)
  }

  #weigh(value: Value): number {
    return this.#limits.weigh?.(value) ?? 0
  }
}
