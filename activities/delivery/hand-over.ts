import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { ProviderError } from '../clients/provider.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import type { Check } from './find-obstacle.js'

/** A claim older than this is not handed over any more: whoever decides on it must be able to rely on that. */
export const HAND_OVER_WITHIN_MS = 5_000

const RETRY_MS = 2_000

/** What came of handing an email over, not noted yet; `isOut` says that the provider may have one that was put off. */
export type Outcome =
  | { state: 'sent'; messageId: string; subject: string }
  | { state: 'withheld'; status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'; reason: string }
  | { state: 'putOff'; reason: string; retryAfterMs: number; isOut: boolean }

/** Hands an email over that the caller has claimed, and looked at after that: composition, and the provider. */
export async function handOver(
  { compose, provider, settings }: Pick<DeliveryDeps, 'compose' | 'provider' | 'settings'>,
  email: EmailRecord,
  check: Check,
): Promise<Outcome> {
  if ('pausedMs' in check) return putOff('paused', check.pausedMs)
  if ('reason' in check) return { state: 'withheld', ...check }
  const composed = await compose(email, check)
  if (!('raw' in composed)) return { state: 'withheld', status: 'FAILED', reason: composed.reason }
  if (Date.now() - (email.claimedAt?.getTime() ?? 0) > HAND_OVER_WITHIN_MS) return putOff('slow_worker', RETRY_MS)
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
    return refusalOf(error, settings.ambiguousWaitMs)
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
  switch (outcome.state) {
    case 'sent':
      return { state: 'sent' }
    case 'withheld':
      return outcome
    case 'putOff':
      return { state: 'putOff', reason: outcome.reason, retryAfterMs: outcome.retryAfterMs }
    default:
      return outcome satisfies never
  }
}

function refusalOf({ kind, message, retryAfterMs }: ProviderError, ambiguousWaitMs: number): Outcome {
  switch (kind) {
    case 'permanent':
      return { state: 'withheld', status: 'FAILED', reason: message }
    case 'throttled':
    case 'temporary':
      return putOff(message, retryAfterMs ?? RETRY_MS)
    case 'unknown':
      return { ...putOff(message, ambiguousWaitMs), isOut: true }
    default:
      return kind satisfies never
  }
}

function putOff(reason: string, retryAfterMs: number): Extract<Outcome, { state: 'putOff' }> {
  return { state: 'putOff', reason, retryAfterMs, isOut: false }
}
