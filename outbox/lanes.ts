import type { OutboxEntry } from '../models/outbox-entry.js'

// A lane's share: enough for Temporal to be busy with it, and few enough that other lanes are not kept waiting.
const MAX_IDS_A_LANE = 1_000
const MAX_IDS = 20_000

/** How much a relay holds of each lane, counted in documents. */
export interface Lanes {
  take(entry: OutboxEntry): void
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
  const lanes = new Map<string, { entries: Set<string>; documents: number }>()
  let inAll = 0
  const hasRoom = (lane: string): boolean => {
    const of = lanes.get(lane)
    return !of || (of.documents < MAX_IDS_A_LANE && inAll < MAX_IDS)
  }
  return {
    hasRoom,
    needsMore: (lane) => (lanes.get(lane)?.documents ?? 0) < MAX_IDS_A_LANE / 2 && hasRoom(lane),
    idsOf: (lane) => [...(lanes.get(lane)?.entries ?? [])],
    take({ _id, lane, ids }) {
      const of = lanes.get(lane) ?? { entries: new Set(), documents: 0 }
      of.entries.add(_id)
      of.documents += ids.length
      lanes.set(lane, of)
      inAll += ids.length
    },
    give({ _id, lane, ids }) {
      const of = lanes.get(lane)
      if (!of?.entries.delete(_id)) return
      of.documents -= ids.length
      if (of.entries.size === 0) lanes.delete(lane)
      inAll -= ids.length
    },
    clear() {
      lanes.clear()
      inAll = 0
    },
  }
}
