import { LRUCache } from 'lru-cache'

// A crash leaves the outcome of at most one group unknown: about half a second's messages.
const GROUP_MS = 500
const INITIAL_SIZE = 50
/** The smallest group; the probe of a half-open circuit breaker has this size too. */
export const MIN_GROUP_SIZE = 25
const MAX_GROUP_SIZE = 300

/** How many recipients to claim together: about as many as the provider accepts in half a second. */
export class GroupSize {
  #current = INITIAL_SIZE

  get current(): number {
    return this.#current
  }

  /** Adapts the size to a group of `count` messages that took `ms`; grows by doubling at most. */
  adapt(count: number, ms: number): void {
    const target = Math.round((count * GROUP_MS) / Math.max(1, ms))
    this.#current = Math.min(MAX_GROUP_SIZE, this.#current * 2, Math.max(MIN_GROUP_SIZE, target))
  }
}

const sizes = new LRUCache<string, GroupSize>({ max: 1_000 })

/** The group size of a campaign in this process: all slices of its parts share it, and the next ones begin with it. */
export function groupSizeOf(campaignId: string): GroupSize {
  const size = sizes.get(campaignId) ?? new GroupSize()
  sizes.set(campaignId, size)
  return size
}
