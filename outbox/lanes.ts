import type { OutboxEntry } from '../models/outbox-entry.js'

// A lane's share: enough for Temporal to be busy with it, and few enough that other lanes are not kept waiting.
const MAX_IDS_A_LANE = 1_000
const MAX_IDS = 20_000

/** How much a relay holds of each lane, counted in documents. */
export interface Lanes {
  take(entry: OutboxEntry): void
  /** Makes room for others: an entry that is dispatched no longer counts, but is held until it is deleted. */
  free(entry: OutboxEntry): void
  give(entry: OutboxEntry): void
  /** Whether a lane may hold more. One without an entry always may, so that no other can keep it waiting. */
  hasRoom(lane: string): boolean
  /** Whether a lane is more than half empty. */
  needsMore(lane: string): boolean
  /** The ids of the entries of a lane. */
  idsOf(lane: string): string[]
  clear(): void
}

/** Creates lanes without entries. */
export function createLanes(): Lanes {
  const lanes = new Map<string, { entries: Map<string, number>; documents: number }>()
  let inAll = 0
  const hasRoom = (lane: string): boolean => {
    const of = lanes.get(lane)
    return !of || of.documents === 0 || (of.documents < MAX_IDS_A_LANE && inAll < MAX_IDS)
  }
  const free = ({ _id, lane }: OutboxEntry): void => {
    const of = lanes.get(lane)
    const documents = of?.entries.get(_id) ?? 0
    if (!of || documents === 0) return
    of.entries.set(_id, 0)
    of.documents -= documents
    inAll -= documents
  }
  return {
    hasRoom,
    needsMore: (lane) => (lanes.get(lane)?.documents ?? 0) < MAX_IDS_A_LANE / 2 && hasRoom(lane),
    idsOf: (lane) => [...(lanes.get(lane)?.entries.keys() ?? [])],
    take({ _id, lane, ids }) {
      const of = lanes.get(lane) ?? { entries: new Map(), documents: 0 }
      of.entries.set(_id, ids.length)
      of.documents += ids.length
      lanes.set(lane, of)
      inAll += ids.length
    },
    free,
    give(entry) {
      free(entry)
      const of = lanes.get(entry.lane)
      of?.entries.delete(entry._id)
      if (of?.entries.size === 0) lanes.delete(entry.lane)
    },
    clear() {
      lanes.clear()
      inAll = 0
    },
  }
}
