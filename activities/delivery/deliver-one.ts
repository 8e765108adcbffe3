import { claimEmail, releaseEmail } from '../../commands/emails/claim-email.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { checkEligibility } from './check-eligibility.js'
import { factOf, HAND_OVER_WITHIN_MS, handOver, resultOf } from './hand-over.js'
import { renewed } from './renewed.js'
import { resolveUnknownOutcome } from './resolve-unknown-outcome.js'

/**
 * Delivers one email of any source: claim, checks, composition, hand-over, note. May run any number of times
 * and at once: the claim is a compare-and-set, and a claim that a crash left open is settled before anything
 * is sent again.
 */
export async function deliverOne(deps: DeliveryDeps, projectId: string, emailId: string): Promise<DeliveryResult> {
  // Before the claim, which must not grow old while it waits.
  const retryAfterMs = await deps.acquirePermit(projectId)
  if (retryAfterMs > 0) return { state: 'deferred', cause: 'wait', reason: 'sending_rate', retryAfterMs }
  const claimed = await claimEmail({ projectId, emailId })
  if (claimed) return deliverClaimed(deps, claimed)
  const email = await Email.findOne({ _id: emailId, projectId }).lean()
  if (!email) return { state: 'withheld', status: 'SKIPPED', reason: 'gone' }
  if (email.status !== 'SENDING') return resultOfSettled(email)
  const settled = await resolveUnknownOutcome(deps, email, HAND_OVER_WITHIN_MS)
  return settled.state === 'reclaimed' ? deliverClaimed(deps, settled.email) : settled
}

async function deliverClaimed(deps: DeliveryDeps, email: EmailRecord): Promise<DeliveryResult> {
  const { allowTestDomains } = deps.settings
  const look = () => retryWhileUnavailable(() => checkEligibility({ email, allowTestDomains }))
  const outcome = await handOver(deps, email, renewed(await look(), look))
  const fact = factOf(email, outcome)
  if (fact) await deps.recorder.record(fact, email)
  // It surely did not leave, so it waits again rather than being in doubt.
  else if (outcome.state === 'deferred' && !outcome.isOut) {
    const { projectId, _id: emailId, attempt } = email
    await retryWhileUnavailable(() => releaseEmail({ projectId, emailId, attempt }))
  }
  return resultOf(outcome)
}

function resultOfSettled({ status, error }: EmailRecord): DeliveryResult {
  const isWithheld = status === 'SKIPPED' || status === 'SUPPRESSED' || status === 'FAILED'
  return isWithheld ? { state: 'withheld', status, reason: error ?? status } : { state: 'sent' }
}
