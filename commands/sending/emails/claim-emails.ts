import { projectsOf } from '../../../models/by-shard.js'
import type { EmailRef } from '../../../models/domain/email-refs.js'
import { statusUpdate } from '../../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { retryWhileUnavailable } from '../../../runtime/mongodb/retry-while-unavailable.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/** The claim of one message. */
export interface EmailClaim extends EmailRef {
  attempt: number
}

/**
 * Messages as they are after a claim: those that the call has claimed, and the others that exist. None of them is
 * PENDING.
 */
export interface ClaimedEmails {
  claimed: EmailRecord[]
  others: EmailRecord[]
}

/**
 * Claims the waiting messages among `emails` for their submission: PENDING → SENDING, with one attempt more. Callers
 * claim only messages that they submit at once. A lost reply of MongoDB causes no unknown outcome: the id of the claim
 * shows which messages the call has claimed.
 */
export async function claimEmails(emails: readonly EmailRef[]): Promise<ClaimedEmails> {
  const [first] = emails
  if (first === undefined) return { claimed: [], others: [] }
  const claim = newId()
  if (emails.length === 1) {
    try {
      const filter = { _id: first.emailId, projectId: first.projectId, status: 'PENDING' as const }
      const email = await Email.findOneAndUpdate(filter, claimUpdate(claim), { returnDocument: 'after' }).lean()
      if (email) return { claimed: [email], others: [] }
    } catch (error) {
      if (!isMongodbUnavailable(error)) throw error
    }
  }
  const ids = { _id: { $in: emails.map(({ emailId }) => emailId) }, projectId: projectsOf(emails) }
  await retryWhileUnavailable(() => Email.updateMany({ ...ids, status: 'PENDING' }, claimUpdate(claim)))
  const found = await retryWhileUnavailable(() => Email.find(ids).lean())
  const hasClaim = (email: EmailRecord): boolean => email.status === 'SENDING' && email.claim === claim
  const claimed = found.filter(hasClaim)
  const others = found.filter((email) => !hasClaim(email))
  // Another worker has released these messages since the claim.
  const released = others.filter(({ status }) => status === 'PENDING')
  if (released.length === 0) return { claimed, others }
  const again = await claimEmails(released.map(({ _id: emailId, projectId }) => ({ projectId, emailId })))
  return {
    claimed: [...claimed, ...again.claimed],
    others: [...others.filter((email) => !released.includes(email)), ...again.others],
  }
}

/** Claims a message again whose attempt is known to have failed. Null when another process did so first. */
export async function reclaimEmail({ projectId, emailId, attempt }: EmailClaim): Promise<EmailRecord | null> {
  return Email.findOneAndUpdate(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    // The id of the claim changes, so that an earlier claimer that reads its messages late does not find this one.
    { $set: { claimedAt: databaseNow(), claim: newId() }, $inc: { attempt: 1 }, $unset: { unknownSince: 1 } },
    { returnDocument: 'after' },
  ).lean()
}

/** Releases the claims of messages that certainly did not leave: SENDING → PENDING. */
export async function releaseEmails(emails: readonly EmailRecord[]): Promise<void> {
  if (emails.length === 0) return
  const ids = emails.map(({ _id }) => _id)
  const claims = [...new Set(emails.flatMap(({ claim }) => claim ?? []))]
  await Email.updateMany(
    { _id: { $in: ids }, projectId: projectsOf(emails), status: 'SENDING', claim: { $in: claims } },
    { $set: { ...statusUpdate('PENDING').$set, claimedAt: null }, $unset: { unknownSince: 1 } },
  )
}

// Each try builds a new update, so that `claimedAt` is the time of the write.
function claimUpdate(claim: string) {
  const { $set, $unset } = statusUpdate('SENDING')
  return {
    $set: { ...$set, claimedAt: databaseNow(), claim },
    $unset,
    $inc: { attempt: 1 },
  }
}
