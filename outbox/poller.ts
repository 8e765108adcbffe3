import { FRESH_MS, claimStaleEntries } from './entries.js'
import { OUTBOX_KINDS, type OutboxKind } from '../models/outbox-entry.js'
import { countTakenOver } from '../runtime/metrics/outbox.js'
import type { Relay } from './relay.js'
import { repeat, type Repeated } from '../runtime/concurrency/repeat.js'

const EVERY_MS = 2_000
const LIMIT = 500
// Entries that wait in this process are dispatched soon, so that claiming them again is wasted. The poller still checks
// now and then, because another process may have died meanwhile.
const BUSY_ROUNDS = 8

/**
 * Claims entries that have not been dispatched for five seconds and hands them to the relay, every two seconds: after a
 * crash, a full queue or an outage of Temporal. At rest it reads empty indexes; it polls less often while the relay is
 * busy.
 */
export function startPoller(relay: Relay, onFailure: (kind: OutboxKind, error: unknown) => void): Repeated {
  let round = 0
  return repeat(EVERY_MS, async (isStopped) => {
    round += 1
    for (const kind of OUTBOX_KINDS) {
      if (isStopped()) return
      if (relay.isBusy(kind) && round % BUSY_ROUNDS !== 0) continue
      try {
        const claimed = await claimStaleEntries(kind, FRESH_MS, LIMIT)
        if (claimed.length > 0) countTakenOver(kind, claimed.length)
        relay.enqueue(claimed)
      } catch (error) {
        onFailure(kind, error)
      }
    }
  })
}
