import { setTimeout as delay } from 'node:timers/promises'
import {
  applyNotifications,
  storeRefusalTime,
  type IdentifiedNotification,
} from '../../commands/sending/emails/apply-notifications.js'
import { readNotification } from '../../commands/sending/emails/read-notification.js'
import { AppError } from '../../models/domain/errors.js'
import type { ParsedNotification } from '../../models/domain/ses-event.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { newId } from '../../runtime/ids.js'
import { isContention } from '../../runtime/mongodb/contention.js'
import { ClientGoneError } from '../http/request/read-body.js'
import { createEngagementJudge, type JudgeEngagement } from './judge-engagement.js'

const MAX_BATCH = 100
// The provider keeps a notification until it is answered, so that those of many messages may share a transaction.
const GATHER_MS = 200
// The outcome of a submission is recorded within about half a second.
const EARLY_MS = 250
// SNS waits fifteen seconds for an answer, so that a notification waits no longer, whatever its message says.
const WAIT_MS = 10_000
// A locked document is seldom free at once, and all notifications of a group wait for it.
const CONFLICT_PAUSE_MS = 2_000
// SNS repeats a refused notification, so that a gateway need not keep more than it applies within some seconds.
const MAX_WAITING = 2_000
const REFUSALS_EVERY_MS = 1_000

/** Applies the provider's notifications; see `createNotificationBatcher`. */
export interface NotificationBatcher {
  /**
   * Resolves once the fact of a notification, the event as JSON, is stored. It is stored once the submission of its
   * message is recorded, or after ten seconds. Says whether the notification is about an email of this installation.
   * Throws SERVICE_UNAVAILABLE if too many wait, so that SNS repeats the notification, and ClientGoneError when the
   * sender has left before.
   */
  apply(message: string, isClientGone: () => boolean): Promise<{ isMatched: boolean }>
}

/**
 * Applies simultaneous notifications in groups, one transaction each. A notification is answered after that, because
 * until then the provider keeps it. It waits for at most `waitMs`, and then it is applied a last time. The groups
 * follow each other, so that they do not conflict on the counters of one campaign.
 */
export function createNotificationBatcher({
  waitMs = WAIT_MS,
  judge = createEngagementJudge(),
}: { waitMs?: number; judge?: JudgeEngagement } = {}): NotificationBatcher {
  const applyInGroup = inGroups()
  const refuse = inRefusals()
  let waiting = 0

  async function untilApplied(notification: ParsedNotification, deadline: number, isClientGone: () => boolean) {
    const id = newId()
    for (;;) {
      const isOverdue = performance.now() >= deadline
      const { isEarly, isMatched, failure } = await applyInGroup({ id, notification, isOverdue })
      const isLocked = isContention(failure) && !isOverdue
      if (failure !== undefined && !isLocked) throw failure
      // A notification is early for at most some seconds after the claim or the submission of its message.
      if (!isLocked && !isEarly) return { isMatched }
      await delay(isLocked ? CONFLICT_PAUSE_MS : EARLY_MS)
      if (!isClientGone()) continue
      // SNS sends a notification again that it has not seen answered.
      await refuse(null)
      throw new ClientGoneError('the sender left while its notification waited')
    }
  }

  return {
    async apply(message, isClientGone) {
      const read = readNotification(message)
      if (!read) return { isMatched: false }
      const deadline = performance.now() + waitMs
      const notification = await judge(read)
      if (waiting >= MAX_WAITING) {
        await refuse(null)
        throw new AppError('SERVICE_UNAVAILABLE', 'Too many notifications are being processed. Try again')
      }
      waiting += 1
      try {
        return await untilApplied(notification, deadline, isClientGone)
      } finally {
        waiting -= 1
      }
    },
  }
}

function inGroups() {
  return batchCalls<IdentifiedNotification, { isEarly: boolean; isMatched: boolean; failure?: unknown }>({
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
}

// Simultaneous refusals share a write.
function inRefusals() {
  return batchCalls<null, null>({
    keyOf: () => '',
    maxBatch: Infinity,
    concurrencyPerKey: 1,
    cooldownMs: REFUSALS_EVERY_MS,
    async run(refusals) {
      await storeRefusalTime()
      return refusals
    },
  })
}
