import type { EmailFact } from '../../models/domain/email-facts.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import type { EmailRecord } from '../../models/email.js'
import { ProviderError, type EmailProvider } from '../providers/provider.js'
import type { ComposedEmail, ComposeEmail, DeliveryDeps, DeliveryResult, Deferred } from './deps.js'
import type { Check, Eligible, Ineligible, Paused } from './check-eligibility.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { idAttributes, inSpan } from '../../runtime/tracing/tracing.js'

/** An email whose claim is older is not submitted: `resolveUnknownOutcome` relies on this limit. */
export const SUBMIT_WITHIN_MS = 5_000

const COMPOSE_WITHIN_MS = SUBMIT_WITHIN_MS / 2
const RETRY_MS = 2_000
const COMPOSE_AGAIN_MS = 30_000
// The limit of one template. Rendering threads run one task of a project at a time anyway.
const COMPOSE_CONCURRENCY = 2

/** Checks whether an email may leave; the answer may be a cached one. */
export type CheckNow = () => Promise<Check> | Check

/** The outcome of a deferred email; `mayBeSent` says that the provider may have the email nevertheless. */
export type DeferredOutcome = Deferred & { mayBeSent: boolean }

// The error itself may quote an address, so `detail` omits it. Faults of the template or the recipient have other
// reasons.
const NOT_COMPOSED: DeferredOutcome = {
  ...deferred('render_capacity', COMPOSE_AGAIN_MS),
  cause: 'composition',
  detail: 'not_composed',
}
const TOO_OLD: DeferredOutcome = { ...deferred('render_capacity', RETRY_MS), detail: 'slow_worker' }
// Another worker may deliver the email at once. Temporal treats a delay of 0 as if none were set.
const AT_ONCE_MS = 1
/** The outcome of an email that a stopping worker has not submitted. */
export const WORKER_STOPPING = deferred('worker_stopping', AT_ONCE_MS)

/** The outcome of submitting an email, before it is recorded. */
export type Outcome =
  | { state: 'sent'; messageId: string; sesMessageId?: string | undefined; subject: string }
  | { state: 'withheld'; status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'; reason: string }
  | DeferredOutcome

/** The dependencies of submissions. */
type SubmitDeps = Pick<DeliveryDeps, 'compose' | 'provider' | 'limitSubmissions' | 'onFailure' | 'isStopping'>

/**
 * Submits an email that the caller has claimed: checks its eligibility, composes the message, checks again once the
 * provider is free, and sends.
 */
export async function submit(deps: SubmitDeps, email: EmailRecord, check: CheckNow): Promise<Outcome> {
  const first = await check()
  if (!('contact' in first)) return withheld(first)
  const composed = await limitComposing(templateKeyOf(email), () => composeInTime(deps, email, first))
  if ('state' in composed) return composed
  if (!('raw' in composed)) return { state: 'withheld', status: 'FAILED', reason: composed.reason }
  return deps.limitSubmissions(email.projectId, async () => {
    const latest = await check()
    if (!('contact' in latest)) return withheld(latest)
    if (deps.isStopping()) return WORKER_STOPPING
    return ageOf(email) > SUBMIT_WITHIN_MS ? TOO_OLD : send(deps.provider, email, composed)
  })
}

// The limit makes the first of many slow messages ready before the last. It counts by template, so that quick messages
// do not wait for slow ones of another template.
const limitComposing = createLimiter({ concurrencyPerKey: COMPOSE_CONCURRENCY })

function templateKeyOf({ projectId, campaignId, templateId, sourceType }: EmailRecord): string {
  return `${projectId}:${campaignId ?? templateId ?? sourceType}`
}

// An email that has waited too long would be too old once composed, and so would all emails behind it.
async function composeInTime(
  { compose, onFailure, isStopping }: SubmitDeps,
  email: EmailRecord,
  eligible: Eligible,
): Promise<Awaited<ReturnType<ComposeEmail>> | DeferredOutcome> {
  if (isStopping()) return WORKER_STOPPING
  if (ageOf(email) > COMPOSE_WITHIN_MS) return TOO_OLD
  try {
    return await compose(email, eligible)
  } catch (error) {
    onFailure(error, email)
    return NOT_COMPOSED
  }
}

function ageOf({ claimedAt }: EmailRecord): number {
  return databaseNow().getTime() - (claimedAt?.getTime() ?? 0)
}

async function send(provider: EmailProvider, email: EmailRecord, composed: ComposedEmail): Promise<Outcome> {
  const { _id: emailId, projectId, from, to: identity, toSpelling: to = identity } = email
  const { isTracked, raw } = composed
  const call = () => provider.send({ emailId, projectId, from, to, isTracked, raw })
  try {
    const { providerMessageId, sesMessageId } = await traced(provider.name, email, call)
    return { state: 'sent', messageId: providerMessageId, sesMessageId, subject: composed.subject }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return refusalOf(error)
  }
}

// An email of a campaign has no span: a trace with one for each recipient would be unreadable. The slices have spans.
function traced<T>(provider: string, { _id: emailId, projectId, campaignId }: EmailRecord, call: () => Promise<T>) {
  if (campaignId !== null) return call()
  return inSpan(`${provider} send`, { kind: 'client', attributes: idAttributes({ projectId, emailId }) }, call)
}

function withheld(check: Ineligible | Paused): Outcome {
  return 'pausedMs' in check ? deferred('campaign_paused', check.pausedMs) : { state: 'withheld', ...check }
}

/** The fact of an outcome, one for each attempt; null for a deferred email. */
export function factOf({ projectId, _id: emailId, attempt }: EmailRecord, outcome: Outcome): EmailFact | null {
  if (outcome.state === 'deferred') return null
  const about = { projectId, emailId, at: new Date(), key: `attempt-${attempt}` }
  if (outcome.state === 'sent') {
    const { messageId, sesMessageId, subject } = outcome
    return { ...about, kind: 'sent', messageId, subject, ...(sesMessageId ? { sesMessageId } : {}) }
  }
  const { status, reason } = outcome
  if (status === 'SUPPRESSED') return { ...about, kind: 'suppressed' }
  return { ...about, kind: status === 'FAILED' ? 'failed' : 'skipped', reason }
}

/** The result of an outcome, for the caller of the delivery. */
export function resultOf(outcome: Outcome): DeliveryResult {
  return outcome.state === 'sent' ? { state: 'sent' } : outcome
}

/** The result of an email that is complete. */
export function resultOfComplete({ status, error }: EmailRecord): DeliveryResult {
  const isWithheld = status === 'SKIPPED' || status === 'SUPPRESSED' || status === 'FAILED'
  return isWithheld ? { state: 'withheld', status, reason: error ?? status } : { state: 'sent' }
}

function refusalOf({ kind, message, retryAfterMs = RETRY_MS }: ProviderError): Outcome {
  switch (kind) {
    case 'permanent':
      return { state: 'withheld', status: 'FAILED', reason: message }
    case 'throttled':
      return { ...deferred('provider_throttled', retryAfterMs), cause: 'provider', detail: message }
    case 'temporary':
      return { ...deferred('provider_unavailable', retryAfterMs), cause: 'provider', detail: message }
    case 'unknown':
      return { ...deferred('unknown_outcome', retryAfterMs), cause: 'provider', detail: message, mayBeSent: true }
    default:
      return kind satisfies never
  }
}

function deferred(reason: Deferred['reason'], retryAfterMs: number): DeferredOutcome {
  return { state: 'deferred', cause: 'wait', reason, retryAfterMs, mayBeSent: false }
}
