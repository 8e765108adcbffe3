import type { EmailFact } from '../../models/domain/email-facts.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import type { EmailRecord } from '../../models/email.js'
import { ProviderError, type EmailProvider } from '../providers/provider.js'
import type { ComposedEmail, ComposeEmail, DeliveryDeps, DeliveryResult, Deferred } from './deps.js'
import type { Check, Eligible, Ineligible, Paused } from './check-eligibility.js'

/** A claim older than this is not handed over any more: whoever decides on it must be able to rely on that. */
export const HAND_OVER_WITHIN_MS = 5_000

const COMPOSE_WITHIN_MS = HAND_OVER_WITHIN_MS / 2
const RETRY_MS = 2_000
const COMPOSE_AGAIN_MS = 30_000
// Of one template, because the tasks of a project take turns in the rendering threads.
const COMPOSED_AT_ONCE = 2

/** Looks whether an email may still go out; what was seen just before may be said again. */
export type Look = () => Promise<Check> | Check

/** An email that was put off; `isOut` says that the provider may have it all the same. */
type Waiting = Deferred & { isOut: boolean }

// What is wrong with the template or the recipient is told as a reason. The error may quote an address.
const NOT_COMPOSED: Waiting = { ...waiting('not_composed', COMPOSE_AGAIN_MS), cause: 'composition' }
const TOO_OLD = waiting('slow_worker', RETRY_MS)

/** What came of handing an email over, not noted yet. */
export type Outcome =
  | { state: 'sent'; messageId: string; subject: string }
  | { state: 'withheld'; status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'; reason: string }
  | Waiting

/** What handing over takes of what delivering takes. */
type HandOverDeps = Pick<DeliveryDeps, 'compose' | 'provider' | 'limitHandOvers' | 'onFailure'>

/**
 * Hands an email over that the caller has claimed: a look, composition, another look once the provider is free if the
 * first has grown old, and the provider.
 */
export async function handOver(deps: HandOverDeps, email: EmailRecord, look: Look): Promise<Outcome> {
  const check = await look()
  if (!('contact' in check)) return withheld(check)
  const composed = await composing(laneOf(email), () => composeInTime(deps, email, check))
  if ('state' in composed) return composed
  if (!('raw' in composed)) return { state: 'withheld', status: 'FAILED', reason: composed.reason }
  return deps.limitHandOvers(email.projectId, async () => {
    const latest = await look()
    if (!('contact' in latest)) return withheld(latest)
    return ageOf(email) > HAND_OVER_WITHIN_MS ? TOO_OLD : give(deps.provider, email, composed)
  })
}

// Messages that take long are composed one after the other, so that the first of many is not as late as the last. What
// is quickly composed does not wait for another template.
const composing = createLimiter({ concurrencyPerKey: COMPOSED_AT_ONCE })

function laneOf({ projectId, campaignId, templateId, sourceType }: EmailRecord): string {
  return `${projectId}:${campaignId ?? templateId ?? sourceType}`
}

// One that has waited for long would be too old once it is composed, and so would all those that wait behind it.
async function composeInTime(
  { compose, onFailure }: HandOverDeps,
  email: EmailRecord,
  eligible: Eligible,
): Promise<Awaited<ReturnType<ComposeEmail>> | Waiting> {
  if (ageOf(email) > COMPOSE_WITHIN_MS) return TOO_OLD
  try {
    return await compose(email, eligible)
  } catch (error) {
    onFailure(error)
    return NOT_COMPOSED
  }
}

function ageOf({ claimedAt }: EmailRecord): number {
  return Date.now() - (claimedAt?.getTime() ?? 0)
}

async function give(provider: EmailProvider, email: EmailRecord, composed: ComposedEmail): Promise<Outcome> {
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

function withheld(check: Ineligible | Paused): Outcome {
  return 'pausedMs' in check ? waiting('paused', check.pausedMs) : { state: 'withheld', ...check }
}

/** What an outcome says of the email, once for each attempt; null while it is put off. */
export function factOf({ projectId, _id: emailId, attempt }: EmailRecord, outcome: Outcome): EmailFact | null {
  if (outcome.state === 'deferred') return null
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
      return { ...waiting(message, retryAfterMs), cause: 'provider' }
    case 'unknown':
      return { ...waiting(message, retryAfterMs), cause: 'provider', isOut: true }
    default:
      return kind satisfies never
  }
}

function waiting(reason: string, retryAfterMs: number): Waiting {
  return { state: 'deferred', cause: 'wait', reason, retryAfterMs, isOut: false }
}
