import type { OutboxEntry, OutboxKind } from '../models/outbox-entry.js'

// What these set off stays within the database, so that their progress says nothing of the way to Temporal.
const WITHOUT_TEMPORAL: readonly OutboxKind[] = ['event', 'contact', 'project']

/** Whether a relay gets on with its entries. */
export interface Progress {
  begin(entry: OutboxEntry): void
  advance(entry: OutboxEntry): void
  end(entry: OutboxEntry): void
  /** How long entries have waited since the last that was dispatched, with Temporal or without, in ms. */
  stuckMs(): number
}

/** Creates the progress of a relay without entries. An entry may begin several times, and ends once. */
export function createProgress(): Progress {
  const ways = [true, false].map(() => ({ waiting: new Set<string>(), advancedAt: 0 }))
  const wayOf = ({ kind }: OutboxEntry) => ways[WITHOUT_TEMPORAL.includes(kind) ? 0 : 1]!
  return {
    begin(entry) {
      const way = wayOf(entry)
      if (way.waiting.size === 0) way.advancedAt = performance.now()
      way.waiting.add(entry._id)
    },
    advance(entry) {
      wayOf(entry).advancedAt = performance.now()
    },
    end(entry) {
      wayOf(entry).waiting.delete(entry._id)
    },
    stuckMs: () =>
      Math.max(...ways.map(({ waiting, advancedAt }) => (waiting.size === 0 ? 0 : performance.now() - advancedAt))),
  }
}
