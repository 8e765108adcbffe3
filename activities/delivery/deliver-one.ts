import { claimEmail, releaseEmail } from '../../models/commands/emails/claim-email.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { ProviderError } from '../clients/provider.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { settleDoubt } from './settle-doubt.js'
import { findObstacle } from './find-obstacle.js'

// A claim older than this is not handed over any more: whoever decides on it must be able to rely on that.
const HAND_OVER_WITHIN_MS = 5_000
const RETRY_MS = 2_000

/**
 * Delivers one email of any source: claim, checks, composition, hand-over, note. May run any number of times
 * and at once: the claim is a compare-and-set, and a claim that a crash left open is settled before anything
 * is sent again.
 */
export async function deliverOne(deps: DeliveryDeps, projectId: string, emailId: string): Promise<DeliveryResult> {
  // Before the claim, which must not grow old while it waits.
  const retryAfterMs = await deps.takeTurn(projectId)
  if (retryAfterMs > 0) return { state: 'putOff', reason: 'sending_rate', retryAfterMs }
  const claimed = await claimEmail({ projectId, emailId })
  if (claimed) return handOver(deps, claimed)
  const email = await Email.findOne({ _id: emailId, projectId }).lean()
  if (!email) return { state: 'withheld', status: 'SKIPPED', reason: 'gone' }
  if (email.status !== 'SENDING') return resultOf(email)
  const settled = await settleDoubt(deps, email, HAND_OVER_WITHIN_MS)
  return settled.state === 'reclaimed' ? handOver(deps, settled.email) : settled
}

/** Delivers an email that the caller has claimed: checks, composition, hand-over, note. */
export async function handOver(deps: DeliveryDeps, email: EmailRecord): Promise<DeliveryResult> {
  const obstacle = await findObstacle({ email, allowTestDomains: deps.settings.allowTestDomains })
  if ('pausedMs' in obstacle) return release(email, 'paused', obstacle.pausedMs)
  if ('reason' in obstacle) return withhold(deps, email, obstacle.status, obstacle.reason)
  const composed = await deps.compose(email, obstacle)
  if (!('raw' in composed)) return withhold(deps, email, 'FAILED', composed.reason)
  if (Date.now() - (email.claimedAt?.getTime() ?? 0) > HAND_OVER_WITHIN_MS) {
    return release(email, 'slow_worker', RETRY_MS)
  }
  try {
    const { providerMessageId } = await deps.provider.send({
      emailId: email._id,
      projectId: email.projectId,
      from: email.from,
      to: email.to,
      isTracked: composed.isTracked,
      raw: composed.raw,
    })
    await note(deps, email, { kind: 'sent', messageId: providerMessageId, subject: composed.subject })
    return { state: 'sent' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return takeRefusal(deps, email, error)
  }
}

async function takeRefusal(deps: DeliveryDeps, email: EmailRecord, error: ProviderError): Promise<DeliveryResult> {
  switch (error.kind) {
    case 'permanent':
      return withhold(deps, email, 'FAILED', error.message)
    case 'throttled':
    case 'temporary':
      return release(email, error.message, error.retryAfterMs ?? RETRY_MS)
    case 'unknown':
      return { state: 'putOff', reason: error.message, retryAfterMs: deps.settings.ambiguousWaitMs }
    default:
      return error.kind satisfies never
  }
}

// It surely did not leave, so it waits again rather than being in doubt.
async function release(email: EmailRecord, reason: string, retryAfterMs: number): Promise<DeliveryResult> {
  await releaseEmail({ projectId: email.projectId, emailId: email._id, attempt: email.attempt })
  return { state: 'putOff', reason, retryAfterMs }
}

async function withhold(
  deps: DeliveryDeps,
  email: EmailRecord,
  status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED',
  reason: string,
): Promise<DeliveryResult> {
  if (status === 'SUPPRESSED') await note(deps, email, { kind: 'suppressed' })
  else await note(deps, email, { kind: status === 'FAILED' ? 'failed' : 'skipped', reason })
  return { state: 'withheld', status, reason }
}

type News =
  | { kind: 'sent'; messageId: string; subject: string }
  | { kind: 'suppressed' }
  | { kind: 'failed' | 'skipped'; reason: string }

function note({ recorder }: DeliveryDeps, claimed: EmailRecord, news: News): Promise<void> {
  const { projectId, _id: emailId, attempt } = claimed
  return recorder.record({ projectId, emailId, at: new Date(), key: `attempt-${attempt}`, ...news }, claimed)
}

function resultOf({ status, error }: EmailRecord): DeliveryResult {
  const isWithheld = status === 'SKIPPED' || status === 'SUPPRESSED' || status === 'FAILED'
  return isWithheld ? { state: 'withheld', status, reason: error ?? status } : { state: 'sent' }
}
