import { claimEmails, reclaimEmail } from '../../commands/sending/emails/claim-emails.js'
import { recordUnknownSince } from '../../commands/sending/emails/record-unknown-since.js'
import type { EmailRecord } from '../../models/email.js'
import { NotificationTimes } from '../../models/notification-times.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

const EVENTS_ARE_RECENT_FOR_MS = 10 * 60_000
const RECHECK_MS = 1_000
// SNS repeats a refused event after 20 seconds at most
// (docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html).
const REPEATED_WITHIN_MS = 30_000
// The wait is longer by this factor when no event proves that events arrived since the outcome became unknown.
const PATIENCE = 2

/** The resolution of an unknown outcome. */
export type ResolvedOutcome = DeliveryResult | { state: 'reclaimed'; email: EmailRecord }

/**
 * Resolves the unknown outcome of an email: its worker died, or the provider's answer was lost. First, the email waits
 * for the provider's event, which completes it as sent. If other events arrive and none of this email, the email never
 * left and is claimed again. While no events arrive at all, transactional mail is sent again and bulk mail is given up,
 * unless the policy says otherwise; a cancelled email is given up. Under the policy `hold` nothing is sent again,
 * whatever other events prove.
 */
export async function resolveUnknownOutcome(
  deps: DeliveryDeps,
  email: EmailRecord,
  submissionMs: number,
): Promise<ResolvedOutcome> {
  const { settings } = deps
  // The provider may still accept the email during this time.
  const submissionLeftMs =
    submissionMs + settings.providerTimeoutMs - (databaseNow().getTime() - (email.claimedAt?.getTime() ?? 0))
  if (submissionLeftMs > 0) return deferred(submissionLeftMs)
  const unknownSinceMs = (await recordUnknownSince(email)).getTime()
  const waitedMs = databaseNow().getTime() - unknownSinceMs
  if (waitedMs < settings.ambiguousWaitMs) return deferred(settings.ambiguousWaitMs - waitedMs)

  const times = await NotificationTimes.findOne({ _id: 'email' }).lean()
  // The event of this email may be among those that could not be applied yet.
  const refusedMs = times?.refusedAt?.getTime() ?? 0
  if (databaseNow().getTime() - refusedMs < REPEATED_WITHIN_MS) return deferred(RECHECK_MS)
  const latestMs = times?.latestSentAt?.getTime() ?? 0
  const maySendAgain = settings.ambiguousPolicy !== 'hold'
  if (maySendAgain && latestMs > unknownSinceMs) return takeOver(email)
  const doEventsCome = latestMs > databaseNow().getTime() - EVENTS_ARE_RECENT_FOR_MS
  const patienceMs = settings.ambiguousWaitMs * PATIENCE
  if (doEventsCome && waitedMs < patienceMs) return deferred(patienceMs - waitedMs)
  if ((maySendAgain && doEventsCome) || sendsAgain(settings.ambiguousPolicy, email)) return takeOver(email)
  const about = { projectId: email.projectId, emailId: email._id, at: new Date(), key: `attempt-${email.attempt}` }
  await Promise.all(deps.recorder.record([{ fact: { ...about, kind: 'failed', reason: 'delivery_unknown' } }]))
  return { state: 'withheld', status: 'FAILED', reason: 'delivery_unknown' }
}

async function takeOver({ projectId, _id, attempt }: EmailRecord): Promise<ResolvedOutcome> {
  const email = await reclaimEmail({ projectId, emailId: _id, attempt })
  if (email) return { state: 'reclaimed', email }
  // The email's event or another worker came first.
  const [claimed] = (await claimEmails([{ projectId, emailId: _id }])).claimed
  return claimed ? { state: 'reclaimed', email: claimed } : deferred(RECHECK_MS)
}

function sendsAgain(policy: 'by-type' | 'resend' | 'hold', { sourceType, cancelledAt }: EmailRecord): boolean {
  if (cancelledAt) return false
  return policy === 'resend' || (policy === 'by-type' && sourceType === 'TRANSACTIONAL')
}

function deferred(retryAfterMs: number): ResolvedOutcome {
  return { state: 'deferred', cause: 'wait', reason: 'unknown_outcome', retryAfterMs }
}
