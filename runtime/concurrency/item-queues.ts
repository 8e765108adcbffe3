/** Items that one run takes, and their keys. */
export interface Batch<Item> {
  keys: string[]
  group: string | undefined
  items: Item[]
}

/** Whether a key may have one more run, and whether a group may have none now. */
export interface Room {
  isFree: (key: string) => boolean
  isBlocked: (group: string) => boolean
}

interface Queue<Item> {
  group: string | undefined
  items: Item[]
}

/** The items of a batcher that wait, by key. Keys are served round robin. */
export class ItemQueues<Item> {
  // Keys are served in insertion order: a key that was served goes to the end.
  readonly #queues = new Map<string, Queue<Item>>()
  readonly #gathering = new Map<string, NodeJS.Timeout>()
  readonly #maxBatch: number
  readonly #gatherMs: number
  readonly #onGathered: () => void
  #count = 0

  /** `onGathered` is called when the items of a key have waited for `gatherMs`. */
  constructor({ maxBatch, gatherMs = 0 }: { maxBatch: number; gatherMs?: number }, onGathered: () => void) {
    this.#maxBatch = maxBatch
    this.#gatherMs = gatherMs
    this.#onGathered = onGathered
  }

  /** How many items wait. */
  get count(): number {
    return this.#count
  }

  /** Adds an item. */
  push(key: string, item: Item, group?: string): void {
    const queue = this.#queues.get(key)
    if (queue) queue.items.push(item)
    else this.#begin(key, { group, items: [item] })
    this.#count += 1
  }

  /** Takes the next batch of a free key that is full or has waited; with `isHasty` a batch need not have waited. */
  next(room: Room, isHasty: boolean): Batch<Item> | null {
    for (const [key, queue] of this.#queues) {
      const { group, items } = queue
      const isReady = isHasty || !this.#gathering.has(key) || items.length >= this.#maxBatch
      if (!isReady || !room.isFree(key) || (group !== undefined && room.isBlocked(group))) continue
      const batch = { keys: [key], group, items: this.#take(key, queue) }
      if (group !== undefined) this.#join(batch, room)
      return batch
    }
    return null
  }

  /** Drops all items. */
  clear(): void {
    for (const key of this.#gathering.keys()) this.#endGathering(key)
    this.#queues.clear()
    this.#count = 0
  }

  /** Adds the items of further keys of the group, where all of a key have room. They need not have gathered. */
  #join({ keys, group, items }: Batch<Item>, { isFree }: Room): void {
    for (const [key, queue] of this.#queues) {
      if (items.length === this.#maxBatch) return
      const hasRoom = items.length + queue.items.length <= this.#maxBatch
      if (queue.group !== group || !hasRoom || keys.includes(key) || !isFree(key)) continue
      keys.push(key)
      items.push(...this.#take(key, queue))
    }
  }

  #take(key: string, { group, items }: Queue<Item>): Item[] {
    const taken = items.splice(0, this.#maxBatch)
    this.#queues.delete(key)
    this.#endGathering(key)
    if (items.length > 0) this.#begin(key, { group, items })
    this.#count -= taken.length
    return taken
  }

  #begin(key: string, queue: Queue<Item>): void {
    this.#queues.set(key, queue)
    if (this.#gatherMs === 0) return
    const end = (): void => {
      this.#gathering.delete(key)
      this.#onGathered()
    }
    this.#gathering.set(key, setTimeout(end, this.#gatherMs))
  }

  #endGathering(key: string): void {
    clearTimeout(this.#gathering.get(key))
    this.#gathering.delete(key)
  }
}
