import { claimEmails, releaseEmails } from '../../commands/emails/claim-email.js'
import type { EmailRecord } from '../../models/email.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { countDeferred } from '../../runtime/metrics/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { idAttributes, inSpan, traceOfEmail } from '../../runtime/tracing/tracing.js'
import { checkEligibilityOfGroup, type Check } from './check-eligibility.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { factOf, HAND_OVER_WITHIN_MS, handOver, resultOf, resultOfComplete, type Outcome } from './hand-over.js'
import { noteDeferred } from './note-deferred.js'
import { resolveUnknownOutcome } from './resolve-unknown-outcome.js'
import { withTimeToLive } from './with-time-to-live.js'

/** Called with each email of a group and its result, once that is stored. */
export type OnResult = (emailId: string, result: DeliveryResult) => void

const HAND_OVER_CONCURRENCY = 32
const UNKNOWN_CONCURRENCY = 16
// An email that takes long must not keep the outcomes of the others unrecorded: a crash would make them unknown.
const RECORD_EVERY_MS = 500

interface Result {
  email: EmailRecord
  result: DeliveryResult
}

interface Settled {
  email: EmailRecord
  outcome: Outcome
}

/**
 * Delivers emails of one project together, as `deliverOne` does each: one claim, one check, one record of what became of
 * them. The caller has acquired a permit for each.
 */
export async function deliverGroup(
  deps: DeliveryDeps,
  { projectId, emailIds }: { projectId: string; emailIds: string[] },
  onResult: OnResult,
): Promise<void> {
  const { claimed, others } = await claimEmails(projectId, emailIds)
  const found = new Set([...claimed, ...others].map(({ _id }) => _id))
  for (const id of emailIds) if (!found.has(id)) onResult(id, { state: 'withheld', status: 'SKIPPED', reason: 'gone' })
  const complete = others.filter(({ status }) => status !== 'SENDING')
  for (const email of complete) onResult(email._id, resultOfComplete(email))
  const unknown = others.filter(({ status }) => status === 'SENDING')
  await Promise.all([deliverClaimedGroup(deps, claimed, onResult), deliverUnknown(deps, unknown, onResult)])
}

/** Delivers emails of one project that the caller has claimed together. All outcomes are stored when it returns. */
export async function deliverClaimedGroup(
  deps: DeliveryDeps,
  emails: EmailRecord[],
  onResult: OnResult,
): Promise<void> {
  if (emails.length === 0) return
  const { allowTestDomains } = deps.settings
  const check = () => retryWhileUnavailable(() => checkEligibilityOfGroup(emails, allowTestDomains))
  const latestChecks = withTimeToLive(await check(), check)
  const settled: Settled[] = []
  const records: Promise<void>[] = []
  const record = (): void => {
    if (settled.length === 0) return
    const recorded = recordOutcomes(deps, settled.splice(0), onResult)
    // The end of the group awaits it and handles the rejection.
    recorded.catch(() => undefined)
    records.push(recorded)
  }
  const timer = setInterval(record, RECORD_EVERY_MS)
  try {
    await mapConcurrent(emails.entries(), HAND_OVER_CONCURRENCY, async ([index, email]) => {
      const latest = async (): Promise<Check> => checkOf(await latestChecks(), index)
      const outcome = await inOwnTrace(email, () => handOver(deps, email, latest))
      settled.push({ email, outcome })
    })
  } finally {
    clearInterval(timer)
    record()
    await Promise.allSettled(records)
  }
  // Rejects with the first outcome that could not be stored: its email is resolved as one of an unknown outcome.
  await Promise.all(records)
}

async function deliverUnknown(deps: DeliveryDeps, emails: EmailRecord[], onResult: OnResult): Promise<void> {
  const reclaimed: EmailRecord[] = []
  const results: Result[] = []
  await mapConcurrent(emails, UNKNOWN_CONCURRENCY, async (email) => {
    const resolved = await resolveUnknownOutcome(deps, email, HAND_OVER_WITHIN_MS)
    if (resolved.state === 'reclaimed') reclaimed.push(resolved.email)
    else results.push({ email, result: resolved })
  })
  await tell(results, onResult)
  await deliverClaimedGroup(deps, reclaimed, onResult)
}

async function recordOutcomes(deps: DeliveryDeps, settled: Settled[], onResult: OnResult): Promise<void> {
  const facts = settled.flatMap(({ email, outcome }) => {
    const fact = factOf(email, outcome)
    return fact ? [{ fact, claimed: email }] : []
  })
  // These emails certainly did not leave: released, they do not become unknown outcomes.
  const stayed = settled.filter(({ outcome }) => outcome.state === 'deferred' && !outcome.isOut)
  await Promise.all([
    deps.recorder.recordAll(facts),
    retryWhileUnavailable(() => releaseEmails(stayed.map(({ email }) => email))),
  ])
  await tell(
    settled.map(({ email, outcome }) => ({ email, result: resultOf(outcome) })),
    onResult,
  )
}

// Each email goes on with the trace of its own request. A trace with a span for each of a campaign's recipients could not
// be read: its slices have spans.
function inOwnTrace<T>({ _id: emailId, projectId, campaignId }: EmailRecord, work: () => Promise<T>): Promise<T> {
  if (campaignId !== null) return work()
  return inSpan(
    'deliver email',
    { parent: traceOfEmail(emailId), attributes: idAttributes({ projectId, emailId }) },
    work,
  )
}

async function tell(results: Result[], onResult: OnResult): Promise<void> {
  const waiting = results.flatMap(({ email: { _id: emailId, projectId, campaignId }, result }) =>
    result.state === 'deferred' ? [{ emailId, projectId, campaignId, deferred: result }] : [],
  )
  const [first] = waiting
  if (first) await noteDeferred(first.projectId, waiting)
  for (const { deferred } of waiting) countDeferred(deferred)
  for (const { email, result } of results) onResult(email._id, result)
}

function checkOf(checks: Check[], index: number): Check {
  const check = checks[index]
  if (!check) throw new Error('An email without an eligibility check')
  return check
}
