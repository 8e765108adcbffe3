import { releaseEmails } from '../../commands/sending/emails/claim-emails.js'
import type { EmailRecord } from '../../models/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import type { DeliveryDeps, DeliveryResult } from './deps.js'
import { factOf, resultOf, type DeferredOutcome, type Outcome } from './submit.js'
import { noteAttempts } from './note-deferred.js'

// An email that takes long must not keep the outcomes of the others unrecorded: a crash would make them unknown.
const RECORD_EVERY_MS = 500

/** The outcome of a submission that has ended, and the function to call with the result once it is stored. */
interface EndedSubmission<Of extends Outcome = Outcome> {
  email: EmailRecord
  outcome: Of
  resolve: (result: Promise<DeliveryResult>) => void
}

/**
 * Records the outcomes of emails that are submitted together, every half second and once the last of
 * the `count` submissions has ended. The promise of an email resolves once its outcome is stored, and
 * rejects when it could not be stored.
 */
export function recordOutcomes(
  { recorder }: Pick<DeliveryDeps, 'recorder'>,
  count: number,
): (email: EmailRecord, enqueued: Promise<Outcome>) => Promise<DeliveryResult> {
  const ended: EndedSubmission[] = []
  const record = (): void => {
    const all = ended.splice(0)
    recordComplete(recorder, all)
    releaseDeferred(all.filter(isDeferred))
  }
  const timer = setInterval(record, RECORD_EVERY_MS)
  let left = count
  const end = (): void => {
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    record()
  }
  return (email, enqueued) => {
    const result = enqueued.then(
      (outcome) => new Promise<DeliveryResult>((resolve) => ended.push({ email, outcome, resolve })),
    )
    void enqueued.then(end, end)
    return result
  }
}

function recordComplete(recorder: DeliveryDeps['recorder'], ended: readonly EndedSubmission[]): void {
  const complete = ended.flatMap((each) => {
    const fact = factOf(each.email, each.outcome)
    return fact ? [{ ...each, fact }] : []
  })
  const stored = recorder.record(complete.map(({ fact, email }) => ({ fact, claimed: email })))
  for (const [index, { outcome, resolve }] of complete.entries()) {
    resolve(Promise.resolve(stored[index]).then(() => resultOf(outcome)))
  }
}

function releaseDeferred(deferred: readonly EndedSubmission<DeferredOutcome>[]): void {
  if (deferred.length === 0) return
  const release = async (): Promise<void> => {
    // These emails certainly did not leave. Their release keeps their outcomes from being unknown.
    const unsent = deferred.filter(({ outcome }) => !outcome.mayBeSent).map(({ email }) => email)
    await retryWhileUnavailable(() => releaseEmails(unsent))
    await noteAttempts(
      deferred.map(({ email: { _id: emailId, projectId, campaignId }, outcome }) => {
        return { projectId, emailId, campaignId, deferred: outcome }
      }),
    )
  }
  const released = release()
  for (const { outcome, resolve } of deferred) resolve(released.then(() => resultOf(outcome)))
}

function isDeferred(ended: EndedSubmission): ended is EndedSubmission<DeferredOutcome> {
  return ended.outcome.state === 'deferred'
}
