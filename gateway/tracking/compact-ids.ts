import { hash } from 'node:crypto'

/** A set of ids that only grows, with 8 bytes for each id: the sorted beginnings of the digests. */
export class CompactIds {
  #digests = new BigUint64Array(0)

  get size(): number {
    return this.#digests.length
  }

  add(ids: readonly string[]): void {
    const added = [...new Set(ids.map(digestOf))].filter((digest) => !this.#holds(digest))
    if (added.length === 0) return
    const all = new BigUint64Array(this.size + added.length)
    all.set(this.#digests)
    all.set(added, this.size)
    this.#digests = all.sort()
  }

  /** With a million ids, an id that was not added is found with a probability of 2^-44. */
  has(id: string): boolean {
    return this.#holds(digestOf(id))
  }

  #holds(digest: bigint): boolean {
    let [from, to] = [0, this.size]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#digests[middle] ?? 0n) < digest) from = middle + 1
      else to = middle
    }
    return this.#digests[from] === digest
  }
}

function digestOf(id: string): bigint {
  return hash('sha256', id, 'buffer').readBigUInt64BE()
}
