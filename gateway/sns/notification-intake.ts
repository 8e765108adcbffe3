import { setTimeout as delay } from 'node:timers/promises'
import {
  applyNotifications,
  signalRefusal,
  type ProviderNotification,
} from '../../commands/emails/apply-notifications.js'
import { AppError } from '../../models/domain/errors.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { isContention } from '../../runtime/mongodb/contention.js'

const MAX_BATCH = 100
// The provider tells of one message several times within moments.
const GATHER_MS = 100
// The outcome of a hand-over is recorded within about half a second.
const EARLY_MS = 250
// SNS waits fifteen seconds for an answer. What others hold is seldom free at once, and a group waits for it with the others.
const CONFLICT_LIMIT_MS = 10_000
const CONFLICT_PAUSE_MS = 2_000
// SNS repeats what is refused, so that a gateway need not hold more than it applies within some seconds.
const MAX_WAITING = 2_000
const REFUSALS_EVERY_MS = 1_000

/** Takes the provider's notifications; see `createNotificationIntake`. */
export interface NotificationIntake {
  /**
   * Resolves once what the notification tells is stored: for a message whose hand-over is being recorded, after that. Tells
   * whether it is about an email of ours. Throws SERVICE_UNAVAILABLE when too many wait: SNS repeats what is refused.
   */
  take(notification: ProviderNotification): Promise<{ isMatched: boolean }>
}

/**
 * Applies what arrives at the same moment in groups, one transaction each, before it is answered: until then the provider
 * keeps it. The groups follow each other, so that they do not conflict at the counters of one campaign.
 */
export function createNotificationIntake(): NotificationIntake {
  const apply = batchCalls<ProviderNotification, { isEarly: boolean; isMatched: boolean; failure?: unknown }>({
    keyOf: () => '',
    maxBatch: MAX_BATCH,
    concurrencyPerKey: 1,
    gatherMs: GATHER_MS,
    async run(notifications) {
      const { early, unmatched, failures } = await applyNotifications(notifications)
      return notifications.map(({ id }) => ({
        isEarly: early.has(id),
        isMatched: !unmatched.has(id),
        failure: failures.get(id),
      }))
    },
  })
  // Refusals that come together share a signal.
  const refuse = batchCalls<null, null>({
    keyOf: () => '',
    maxBatch: Infinity,
    concurrencyPerKey: 1,
    cooldownMs: REFUSALS_EVERY_MS,
    async run(refusals) {
      await signalRefusal()
      return refusals
    },
  })
  let waiting = 0

  async function untilApplied(notification: ProviderNotification): Promise<{ isMatched: boolean }> {
    for (const deadline = performance.now() + CONFLICT_LIMIT_MS; ;) {
      const { isEarly, isMatched, failure } = await apply(notification)
      if (isContention(failure) && performance.now() < deadline) {
        await delay(CONFLICT_PAUSE_MS)
        continue
      }
      if (failure !== undefined) throw failure
      // Nothing is early for more than some seconds after its claim or its hand-over.
      if (!isEarly) return { isMatched }
      await delay(EARLY_MS)
    }
  }

  return {
    async take(notification) {
      if (waiting >= MAX_WAITING) {
        await refuse(null)
        throw new AppError('SERVICE_UNAVAILABLE', 'Too many notifications are under way: try again')
      }
      waiting += 1
      try {
        return await untilApplied(notification)
      } finally {
        waiting -= 1
      }
    },
  }
}
