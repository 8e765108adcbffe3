import { FRESH_MS, takeStaleEntries } from './entries.js'
import { OUTBOX_KINDS, type OutboxKind } from '../models/outbox-entry.js'
import type { Relay } from './relay.js'
import { repeat, type Repeated } from '../runtime/concurrency/repeat.js'

const EVERY_MS = 2_000
const LIMIT = 500
// What waits in this process is dispatched from here soon, and taking it up again would only cost. But another process
// may have died meanwhile.
const BUSY_ROUNDS = 8

/**
 * Looks every two seconds for entries that nobody dispatched for five and hands them to the relay: what a
 * crash, a full queue or an unreachable Temporal left behind. At rest it reads empty indexes, and while the relay
 * has enough to do it looks less often.
 */
export function startPoller(relay: Relay, onFailure: (kind: OutboxKind, error: unknown) => void): Repeated {
  let round = 0
  return repeat(EVERY_MS, async (isStopped) => {
    round += 1
    for (const kind of OUTBOX_KINDS) {
      if (isStopped()) return
      if (relay.isBusy(kind) && round % BUSY_ROUNDS !== 0) continue
      try {
        relay.enqueue(await takeStaleEntries(kind, FRESH_MS, LIMIT))
      } catch (error) {
        onFailure(kind, error)
      }
    }
  })
}
