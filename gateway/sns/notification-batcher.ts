import { setTimeout as delay } from 'node:timers/promises'
import {
  applyNotifications,
  storeRefusalTime,
  type ProviderNotification,
} from '../../commands/emails/apply-notifications.js'
import { AppError } from '../../models/domain/errors.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { isContention } from '../../runtime/mongodb/contention.js'

const MAX_BATCH = 100
// The provider sends several notifications about one message within moments.
const GATHER_MS = 100
// The outcome of a submission is recorded within about half a second.
const EARLY_MS = 250
// SNS waits fifteen seconds for an answer. A locked document is seldom free at once, and all notifications of a group
// wait for it.
const CONFLICT_LIMIT_MS = 10_000
const CONFLICT_PAUSE_MS = 2_000
// SNS repeats a refused notification, so that a gateway need not keep more than it applies within some seconds.
const MAX_WAITING = 2_000
const REFUSALS_EVERY_MS = 1_000

/** Applies the provider's notifications; see `createNotificationBatcher`. */
export interface NotificationBatcher {
  /**
   * Resolves once the fact of a notification is stored, after the submission of its message is recorded. Says whether
   * the notification is about an email of this installation. Throws SERVICE_UNAVAILABLE if too many wait, so that SNS
   * repeats the notification.
   */
  apply(notification: ProviderNotification): Promise<{ isMatched: boolean }>
}

/**
 * Applies simultaneous notifications in groups, one transaction each. A notification is answered after that, because
 * until then the provider keeps it. The groups follow each other, so that they do not conflict on the counters of one
 * campaign.
 */
export function createNotificationBatcher(): NotificationBatcher {
  const applyInGroup = batchCalls<ProviderNotification, { isEarly: boolean; isMatched: boolean; failure?: unknown }>({
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
  // Simultaneous refusals share a write.
  const refuse = batchCalls<null, null>({
    keyOf: () => '',
    maxBatch: Infinity,
    concurrencyPerKey: 1,
    cooldownMs: REFUSALS_EVERY_MS,
    async run(refusals) {
      await storeRefusalTime()
      return refusals
    },
  })
  let waiting = 0

  async function untilApplied(notification: ProviderNotification): Promise<{ isMatched: boolean }> {
    for (const deadline = performance.now() + CONFLICT_LIMIT_MS; ;) {
      const { isEarly, isMatched, failure } = await applyInGroup(notification)
      if (isContention(failure) && performance.now() < deadline) {
        await delay(CONFLICT_PAUSE_MS)
        continue
      }
      if (failure !== undefined) throw failure
      // A notification is early for at most some seconds after the claim or the submission of its message.
      if (!isEarly) return { isMatched }
      await delay(EARLY_MS)
    }
  }

  return {
    async apply(notification) {
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
