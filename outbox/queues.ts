import type { OutboxEntry } from '../models/outbox-entry.js'

// The share of one queue: enough to keep Temporal busy, and few enough that other queues do not wait.
const MAX_IDS_A_QUEUE = 1_000
const MAX_IDS = 20_000

/** How much a relay holds of each queue, counted in documents. */
export interface Queues {
  take(entry: OutboxEntry): void
  /** Makes room for other entries: a dispatched entry no longer counts, but is held until it is deleted. */
  free(entry: OutboxEntry): void
  give(entry: OutboxEntry): void
  /** Whether a queue may hold more. An empty queue always may, so that other queues cannot keep it waiting. */
  hasRoom(queueKey: string): boolean
  /** Whether a queue is more than half empty. */
  needsMore(queueKey: string): boolean
  /** The ids of the entries of a queue. */
  idsOf(queueKey: string): string[]
  clear(): void
}

/** Creates queues without entries. */
export function createQueues(): Queues {
  const queues = new Map<string, { entries: Map<string, number>; documents: number }>()
  let inAll = 0
  const hasRoom = (queueKey: string): boolean => {
    const of = queues.get(queueKey)
    return !of || of.documents === 0 || (of.documents < MAX_IDS_A_QUEUE && inAll < MAX_IDS)
  }
  const free = ({ _id, queueKey }: OutboxEntry): void => {
    const of = queues.get(queueKey)
    const documents = of?.entries.get(_id) ?? 0
    if (!of || documents === 0) return
    of.entries.set(_id, 0)
    of.documents -= documents
    inAll -= documents
  }
  return {
    hasRoom,
    needsMore: (queueKey) => (queues.get(queueKey)?.documents ?? 0) < MAX_IDS_A_QUEUE / 2 && hasRoom(queueKey),
    idsOf: (queueKey) => [...(queues.get(queueKey)?.entries.keys() ?? [])],
    take({ _id, queueKey, ids }) {
      const of = queues.get(queueKey) ?? { entries: new Map(), documents: 0 }
      of.entries.set(_id, ids.length)
      of.documents += ids.length
      queues.set(queueKey, of)
      inAll += ids.length
    },
    free,
    give(entry) {
      free(entry)
      const of = queues.get(entry.queueKey)
      of?.entries.delete(entry._id)
      if (of?.entries.size === 0) queues.delete(entry.queueKey)
    },
    clear() {
      queues.clear()
      inAll = 0
    },
  }
}
