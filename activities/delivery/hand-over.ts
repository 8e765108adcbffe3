import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { ProviderError } from '../clients/provider.js'
import type { DeliveryDeps, DeliveryResult, PutOff } from './deps.js'
import type { Check } from './find-obstacle.js'

/** A claim older than this is not handed over any more: whoever decides on it must be able to rely on that. */
export const HAND_OVER_WITHIN_MS = 5_000

const RETRY_MS = 2_000

/** An email that was put off; `isOut` says that the provider may have it all the same. */
type Waiting = PutOff & { isOut: boolean }

/** What came of handing an email over, not noted yet. */
export type Outcome =
  | { state: 'sent'; messageId: string; subject: string }
  | { state: 'withheld'; status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'; reason: string }
  | Waiting

/** Hands an email over that the caller has claimed, and looked at after that: composition, and the provider. */
export async function handOver(
  { compose, provider }: Pick<DeliveryDeps, 'compose' | 'provider'>,
  email: EmailRecord,
  check: Check,
): Promise<Outcome> {
  if ('pausedMs' in check) return waiting('paused', check.pausedMs)
  if ('reason' in check) return { state: 'withheld', ...check }
  const composed = await compose(email, check).catch(notComposed)
  if ('state' in composed) return composed
  if (!('raw' in composed)) return { state: 'withheld', status: 'FAILED', reason: composed.reason }
  if (Date.now() - (email.claimedAt?.getTime() ?? 0) > HAND_OVER_WITHIN_MS) return waiting('slow_worker', RETRY_MS)
  try {
    const { providerMessageId } = await provider.send({
      emailId: email._id,
      projectId: email.projectId,
      from: email.from,
      to: email.to,
      isTracked: composed.isTracked,
      raw: composed.raw,
    })
    return { state: 'sent', messageId: providerMessageId, subject: composed.subject }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return refusalOf(error)
  }
}

/** What an outcome says of the email, once for each attempt; null while it is put off. */
export function factOf({ projectId, _id: emailId, attempt }: EmailRecord, outcome: Outcome): EmailFact | null {
  if (outcome.state === 'putOff') return null
  const about = { projectId, emailId, at: new Date(), key: `attempt-${attempt}` }
  if (outcome.state === 'sent') {
    return { ...about, kind: 'sent', messageId: outcome.messageId, subject: outcome.subject }
  }
  const { status, reason } = outcome
  if (status === 'SUPPRESSED') return { ...about, kind: 'suppressed' }
  return { ...about, kind: status === 'FAILED' ? 'failed' : 'skipped', reason }
}

/** What an outcome means to whoever asked for the delivery. */
export function resultOf(outcome: Outcome): DeliveryResult {
  return outcome.state === 'sent' ? { state: 'sent' } : outcome
}

function refusalOf({ kind, message, retryAfterMs = RETRY_MS }: ProviderError): Outcome {
  switch (kind) {
    case 'permanent':
      return { state: 'withheld', status: 'FAILED', reason: message }
    case 'throttled':
    case 'temporary':
      return { ...waiting(message, retryAfterMs), isTried: true }
    case 'unknown':
      return { ...waiting(message, retryAfterMs), isTried: true, isOut: true }
    default:
      return kind satisfies never
  }
}

// The recipient's fault was told as a reason; this is that of the moment, and the message surely did not leave.
function notComposed(error: unknown): Waiting {
  return { ...waiting(error instanceof Error ? error.message : String(error), RETRY_MS), isTried: true }
}

function waiting(reason: string, retryAfterMs: number): Waiting {
  return { state: 'putOff', isTried: false, reason, retryAfterMs, isOut: false }
}
