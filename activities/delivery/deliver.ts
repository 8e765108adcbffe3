import { claimEmails, type ClaimedEmails } from '../../commands/sending/emails/claim-emails.js'
import { storeClaimed, withNewClaim } from '../../commands/sending/emails/store-claimed.js'
import type { EmailRef } from '../../models/domain/email-refs.js'
import type { EmailRecord } from '../../models/email.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { idAttributes, inSpan, traceOfEmail } from '../../runtime/tracing/tracing.js'
import { checkEligibility, type Check } from './check-eligibility.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { SUBMIT_WITHIN_MS, submit, resultOfComplete, type Outcome } from './submit.js'
import { noteAttempts } from './note-deferred.js'
import { recordOutcomes } from './record-outcomes.js'
import { resolveUnknownOutcome } from './resolve-unknown-outcome.js'
import { withTimeToLive } from './with-time-to-live.js'

/** An email to deliver. */
export interface Delivery<Of extends EmailRef | EmailRecord = EmailRef | EmailRecord> {
  /** A stored email, or an email that its claim stores. */
  email: Of
  /** Whether this email must not be submitted any more; otherwise that depends on the worker alone. */
  isStopping?: () => boolean
  /** Runs the submission in the trace of the caller; if omitted, it runs in the trace of the email. */
  within?: (work: () => Promise<Outcome>) => Promise<Outcome>
}

const SUBMIT_CONCURRENCY = 32
const UNKNOWN_CONCURRENCY = 16

/** Promises of the results of emails by their ids: each resolves once the outcome of the email is stored. */
export type Results = Map<string, Promise<DeliveryResult>>

/**
 * Delivers emails of any source and of projects of one shard: one claim, one check and one record for all. Safe to run
 * any number of times and concurrently: a claim is a compare-and-set, and the unknown outcome of a claim that a crash
 * left open is resolved before the email is sent again. The caller has acquired a permit for each. Resolves once the
 * emails are claimed, before they are checked; the failure of one email does not affect the others.
 */
export async function deliver(deps: DeliveryDeps, deliveries: readonly Delivery[]): Promise<Results> {
  const wanted = new Map(deliveries.map((delivery) => [idOf(delivery), delivery]))
  const deliveryOf = (email: EmailRecord) => ({ ...wanted.get(email._id), email })
  const { claimed, others } = await claim([...wanted.values()])
  const results: Results = new Map(others.map((email) => [email._id, Promise.resolve(resultOfComplete(email))]))
  const add = (emails: readonly EmailRecord[], delivered: Promise<Results>): void => {
    for (const { _id } of emails) results.set(_id, resultIn(delivered, _id))
  }
  const unknown = others.filter(({ status }) => status === 'SENDING')
  add(unknown, deliverUnknown(deps, unknown.map(deliveryOf)))
  add(claimed, deliverClaimed(deps, claimed.map(deliveryOf)))
  const gone: DeliveryResult = { state: 'withheld', status: 'SKIPPED', reason: 'gone' }
  for (const id of wanted.keys()) if (!results.has(id)) results.set(id, Promise.resolve(gone))
  return results
}

/** Delivers emails that the caller has claimed together, as `deliver` does. */
export async function deliverClaimed(
  deps: DeliveryDeps,
  deliveries: readonly Delivery<EmailRecord>[],
): Promise<Results> {
  if (deliveries.length === 0) return new Map()
  const emails = deliveries.map(({ email }) => email)
  const check = () => retryWhileUnavailable(() => checkEligibility(emails, deps.settings.allowTestDomains))
  const latestChecks = withTimeToLive(await check(), check)
  const limit = createLimiter({ concurrency: SUBMIT_CONCURRENCY })
  const record = recordOutcomes(deps, deliveries.length)
  const results = deliveries.map(({ email, isStopping = deps.isStopping, within = inTraceOfEmail(email) }, index) => {
    const latest = async (): Promise<Check> => existing((await latestChecks())[index])
    const work = () => within(() => submit({ ...deps, isStopping }, email, latest))
    return [email._id, record(email, limit(email.projectId, work))] as const
  })
  return new Map(results)
}

async function resultIn(delivered: Promise<Results>, emailId: string): Promise<DeliveryResult> {
  return existing((await delivered).get(emailId))
}

/** Waits for all results, by email id; rejects with the first error once all deliveries have ended. */
export async function allResults(promises: Promise<Results>): Promise<Map<string, DeliveryResult>> {
  const results = await promises
  await Promise.allSettled(results.values())
  return new Map(await Promise.all([...results].map(async ([id, result]) => [id, await result] as const)))
}

/** The id of an email to deliver. */
export function idOf({ email }: Delivery): string {
  return refOf(email).emailId
}

function refOf(email: Delivery['email']): EmailRef {
  return 'emailId' in email ? email : { projectId: email.projectId, emailId: email._id }
}

async function claim(deliveries: readonly Delivery[]): Promise<ClaimedEmails> {
  const fresh = deliveries.flatMap(({ email }) => ('emailId' in email ? [] : [email]))
  const stored = await storeClaimed(withNewClaim(fresh))
  const storedIds = new Set(stored.map(({ _id }) => _id))
  // The rest includes new emails that another call stored first.
  const rest = deliveries.map(({ email }) => refOf(email)).filter(({ emailId }) => !storedIds.has(emailId))
  const { claimed, others } = await claimEmails(rest)
  return { claimed: [...stored, ...claimed], others }
}

/** Resolves unknown outcomes, and delivers the emails that may be sent again. */
async function deliverUnknown(deps: DeliveryDeps, deliveries: readonly Delivery<EmailRecord>[]): Promise<Results> {
  if (deliveries.length === 0) return new Map()
  const limit = createLimiter({ concurrency: UNKNOWN_CONCURRENCY })
  const resolving = deliveries.map(async (delivery) => {
    const { email } = delivery
    const resolve = () => resolveUnknownOutcome(deps, email, SUBMIT_WITHIN_MS)
    return { delivery, outcome: await limit(email.projectId, resolve) }
  })
  const resolved = (await Promise.allSettled(resolving)).flatMap((each) =>
    each.status === 'fulfilled' ? each.value : [],
  )
  const reclaimed = resolved.flatMap(({ delivery, outcome }) =>
    outcome.state === 'reclaimed' ? { ...delivery, email: outcome.email } : [],
  )
  const deferred = resolved.flatMap(({ delivery: { email }, outcome }) =>
    outcome.state === 'deferred' ? { ...refOf(email), campaignId: email.campaignId, deferred: outcome } : [],
  )
  const results = await deliverClaimed(deps, reclaimed)
  const noting = noteAttempts(deferred)
  const resultOf = async (resolution: (typeof resolving)[number]): Promise<DeliveryResult> => {
    const { delivery, outcome } = await resolution
    if (outcome.state === 'reclaimed') return existing(results.get(delivery.email._id))
    if (outcome.state === 'deferred') await noting
    return outcome
  }
  return new Map(deliveries.map(({ email }, index) => [email._id, resultOf(existing(resolving[index]))]))
}

// An email continues the trace of its request. An email of a campaign has no span: a trace with one for each recipient
// would be unreadable, and the slices have spans.
function inTraceOfEmail({ _id: emailId, projectId, campaignId }: EmailRecord): NonNullable<Delivery['within']> {
  if (campaignId !== null) return (work) => work()
  return (work) =>
    inSpan('deliver email', { parent: traceOfEmail(emailId), attributes: idAttributes({ projectId, emailId }) }, work)
}

/** A value that every email of a group has. */
export function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('An email is missing in its group')
  return value
}
