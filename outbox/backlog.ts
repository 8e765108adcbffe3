import { countWaiting } from '../commands/base/outbox/count-waiting.js'
import type { OutboxKind } from '../models/outbox-entry.js'
import { databaseNow } from '../runtime/mongodb/clock.js'

/** What waits in the outbox of the whole installation. */
export interface OutboxBacklog {
  waiting: number
  /** The kinds that have waiting documents. */
  kinds: { kind: OutboxKind; count: number }[]
  /** How long the oldest entry has waited. */
  oldestSeconds: number
}

/** Counts the documents that wait; see `countWaiting` for the limit. */
export async function outboxBacklog(): Promise<OutboxBacklog> {
  const kinds = await countWaiting()
  const oldest = Math.min(...kinds.map((each) => each.oldest.getTime()))
  return {
    waiting: kinds.reduce((sum, { count }) => sum + count, 0),
    kinds: kinds.map(({ kind, count }) => ({ kind, count })),
    oldestSeconds: Number.isFinite(oldest) ? Math.max(0, Math.round((databaseNow().getTime() - oldest) / 1_000)) : 0,
  }
}
