import { claimEmail, reclaimEmail } from '../../commands/emails/claim-email.js'
import { unknownSince } from '../../commands/emails/unknown-since.js'
import type { EmailRecord } from '../../models/email.js'
import { Notification } from '../../models/notification.js'
import { ProviderSignal } from '../../models/provider-signal.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'

const EVENTS_ARE_KNOWN_FOR_MS = 10 * 60_000
const LOOK_AGAIN_MS = 1_000
// How much longer to wait when nothing proves that events came in since it is in doubt.
const PATIENCE = 2

/** What becomes of a message in doubt. */
export type ResolvedOutcome = DeliveryResult | { state: 'reclaimed'; email: EmailRecord }

/**
 * Decides on a message whose claim was never closed: its worker died, or the provider's answer was lost. The
 * provider's own event for it settles it as sent, which is waited for first. If none came although events do
 * come in, it never left and is claimed again. If it cannot be known, transactional mail is sent again and
 * bulk mail is given up, unless the policy says otherwise.
 */
export async function resolveUnknownOutcome(
  deps: DeliveryDeps,
  email: EmailRecord,
  handOverMs: number,
): Promise<ResolvedOutcome> {
  const { settings } = deps
  // Until then the provider may be about to take it.
  const inHandMs = handOverMs + settings.providerTimeoutMs - (Date.now() - (email.claimedAt?.getTime() ?? 0))
  if (inHandMs > 0) return deferred(inHandMs)
  const unknownSinceMs = (await unknownSince(email)).getTime()
  const waitedMs = Date.now() - unknownSinceMs
  if (waitedMs < settings.ambiguousWaitMs) return deferred(settings.ambiguousWaitMs - waitedMs)
  // The event waited for may be stored and not yet applied.
  if (await Notification.exists({ emailId: email._id, 'dispatch.state': 'pending' })) return deferred(LOOK_AGAIN_MS)

  const signal = await ProviderSignal.findOne({ _id: 'email' }).lean()
  const latestMs = signal?.latestSentAt.getTime() ?? 0
  if (latestMs > unknownSinceMs) return takeOver(email)
  const doEventsCome = latestMs > Date.now() - EVENTS_ARE_KNOWN_FOR_MS
  const patienceMs = settings.ambiguousWaitMs * PATIENCE
  if (doEventsCome && waitedMs < patienceMs) return deferred(patienceMs - waitedMs)
  if (doEventsCome || sendsAgain(settings.ambiguousPolicy, email)) return takeOver(email)
  await deps.recorder.record({
    projectId: email.projectId,
    emailId: email._id,
    at: new Date(),
    key: `attempt-${email.attempt}`,
    kind: 'failed',
    reason: 'delivery_unknown',
  })
  return { state: 'withheld', status: 'FAILED', reason: 'delivery_unknown' }
}

async function takeOver({ projectId, _id, attempt }: EmailRecord): Promise<ResolvedOutcome> {
  const email = await reclaimEmail({ projectId, emailId: _id, attempt })
  if (email) return { state: 'reclaimed', email }
  // Its event came, or another worker took it, in this moment.
  const waiting = await claimEmail({ projectId, emailId: _id })
  return waiting ? { state: 'reclaimed', email: waiting } : deferred(LOOK_AGAIN_MS)
}

function sendsAgain(policy: 'by-type' | 'resend' | 'hold', { sourceType }: EmailRecord): boolean {
  return policy === 'resend' || (policy === 'by-type' && sourceType === 'TRANSACTIONAL')
}

function deferred(retryAfterMs: number): ResolvedOutcome {
  return { state: 'deferred', cause: 'wait', reason: 'delivery_in_doubt', retryAfterMs }
}
