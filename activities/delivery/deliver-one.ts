import { claimEmail, releaseEmails } from '../../commands/emails/claim-email.js'
import { storeClaimedEmail } from '../../commands/emails/store-claimed.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { countDeferred } from '../../runtime/metrics/email.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { checkEligibility } from './check-eligibility.js'
import { factOf, HAND_OVER_WITHIN_MS, handOver, resultOf, resultOfComplete, WORKER_STOPPING } from './hand-over.js'
import { noteDeferred } from './note-deferred.js'
import { withTimeToLive } from './with-time-to-live.js'
import { resolveUnknownOutcome } from './resolve-unknown-outcome.js'

/**
 * Delivers one email of any source: claim, check, composition, hand-over, record. Safe to run any number of times and
 * concurrently: the claim is a compare-and-set, and the unknown outcome of a claim that a crash left open is resolved
 * before the email is sent again.
 */
export async function deliverOne(deps: DeliveryDeps, projectId: string, emailId: string): Promise<DeliveryResult> {
  const result = await withPermit(deps, projectId, () => deliverStored(deps, projectId, emailId))
  return noted(projectId, emailId, result)
}

/** Delivers one email that is stored by its claim; null when it was stored before: `deliverOne` then delivers it. */
export async function deliverNew(deps: DeliveryDeps, email: EmailRecord): Promise<DeliveryResult | null> {
  const { _id: emailId, projectId } = email
  const result = await withPermit(deps, projectId, async () => {
    const claimed = await storeClaimedEmail(email)
    return claimed && deliverClaimed(deps, claimed)
  })
  return result && noted(projectId, emailId, result)
}

// Before the claim: a claim must not grow old while it waits for a permit.
async function withPermit<Result>(
  deps: DeliveryDeps,
  projectId: string,
  work: () => Promise<Result>,
): Promise<Result | DeliveryResult> {
  const retryAfterMs = await deps.acquirePermit(projectId)
  if (deps.isStopping()) return resultOf(WORKER_STOPPING)
  if (retryAfterMs > 0) return { state: 'deferred', cause: 'wait', reason: 'sending_rate', retryAfterMs }
  return work()
}

async function noted(projectId: string, emailId: string, result: DeliveryResult): Promise<DeliveryResult> {
  if (result.state !== 'deferred') return result
  countDeferred(result)
  await noteDeferred(projectId, [{ emailId, campaignId: null, deferred: result }])
  return result
}

async function deliverStored(deps: DeliveryDeps, projectId: string, emailId: string): Promise<DeliveryResult> {
  const claimed = await claimEmail({ projectId, emailId })
  if (claimed) return deliverClaimed(deps, claimed)
  const email = await Email.findOne({ _id: emailId, projectId }).lean()
  if (!email) return { state: 'withheld', status: 'SKIPPED', reason: 'gone' }
  // Another worker has released it since the claim failed.
  if (email.status === 'PENDING') return deliverStored(deps, projectId, emailId)
  if (email.status !== 'SENDING') return resultOfComplete(email)
  const resolved = await resolveUnknownOutcome(deps, email, HAND_OVER_WITHIN_MS)
  return resolved.state === 'reclaimed' ? deliverClaimed(deps, resolved.email) : resolved
}

async function deliverClaimed(deps: DeliveryDeps, email: EmailRecord): Promise<DeliveryResult> {
  const { allowTestDomains } = deps.settings
  const check = () => retryWhileUnavailable(() => checkEligibility({ email, allowTestDomains }))
  const outcome = await handOver(deps, email, withTimeToLive(await check(), check))
  const fact = factOf(email, outcome)
  if (fact) await deps.recorder.record(fact, email)
  // The email certainly did not leave: released, it does not become an unknown outcome.
  else if (outcome.state === 'deferred' && !outcome.isOut) await retryWhileUnavailable(() => releaseEmails([email]))
  return resultOf(outcome)
}
