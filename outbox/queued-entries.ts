import type { OutboxEntry, OutboxKind } from '../models/outbox-entry.js'
import { countDispatched } from '../runtime/metrics/outbox.js'

/** The entries that wait in this process. */
export interface QueuedEntries {
  /** Adds an entry; false for one that waits already. */
  add(entry: OutboxEntry): boolean
  delete(entry: OutboxEntry): void
  /** Removes entries whose dispatch begins. The result is to be called at its end: it counts them by their outcome. */
  take(kind: OutboxKind, entries: readonly OutboxEntry[]): (hasFailed: (entry: OutboxEntry) => boolean) => void
}

/** Creates an empty queue, which knows how long each entry has waited. */
export function createQueuedEntries(): QueuedEntries {
  const since = new Map<string, number>()
  return {
    add(entry) {
      const key = keyOf(entry)
      if (since.has(key)) return false
      since.set(key, performance.now())
      return true
    },
    delete(entry) {
      since.delete(keyOf(entry))
    },
    take(kind, entries) {
      const taken = entries.map((entry) => {
        const at = since.get(keyOf(entry))
        since.delete(keyOf(entry))
        return { entry, at }
      })
      return (hasFailed) => {
        const now = performance.now()
        for (const { entry, at = now } of taken) {
          countDispatched(kind, hasFailed(entry) ? 'failed' : 'done', now - at)
        }
      }
    },
  }
}

function keyOf({ kind, id }: OutboxEntry): string {
  return `${kind}:${id}`
}
