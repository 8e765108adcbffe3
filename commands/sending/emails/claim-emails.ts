import { statusUpdate } from '../../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { retryWhileUnavailable } from '../../../runtime/mongodb/retry-while-unavailable.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/** The claim of one message. */
export interface EmailClaim {
  projectId: string
  emailId: string
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
 * Claims the waiting messages among `emailIds` for their submission: PENDING → SENDING, with one attempt more. Callers
 * claim only messages that they submit at once. A lost reply of MongoDB causes no unknown outcome: the id of the claim
 * shows which messages the call has claimed.
 */
export async function claimEmails(projectId: string, emailIds: string[]): Promise<ClaimedEmails> {
  const [first] = emailIds
  if (first === undefined) return { claimed: [], others: [] }
  const claim = newId()
  if (emailIds.length === 1) {
    try {
      const filter = { _id: first, projectId, status: 'PENDING' as const }
      const email = await Email.findOneAndUpdate(filter, claimUpdate(claim), { returnDocument: 'after' }).lean()
      if (email) return { claimed: [email], others: [] }
    } catch (error) {
      if (!isMongodbUnavailable(error)) throw error
    }
  }
  const ids = { _id: { $in: emailIds }, projectId }
  await retryWhileUnavailable(() => Email.updateMany({ ...ids, status: 'PENDING' }, claimUpdate(claim)))
  const emails = await retryWhileUnavailable(() => Email.find(ids).lean())
  const hasClaim = (email: EmailRecord): boolean => email.status === 'SENDING' && email.claim === claim
  const claimed = emails.filter(hasClaim)
  const others = emails.filter((email) => !hasClaim(email))
  // Another worker has released these messages since the claim.
  const released = others.filter(({ status }) => status === 'PENDING').map(({ _id }) => _id)
  if (released.length === 0) return { claimed, others }
  const again = await claimEmails(projectId, released)
  return {
    claimed: [...claimed, ...again.claimed],
    others: [...others.filter(({ _id }) => !released.includes(_id)), ...again.others],
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

/** Releases the claims of messages of one project that certainly did not leave: SENDING → PENDING. */
export async function releaseEmails(emails: readonly EmailRecord[]): Promise<void> {
  const [first] = emails
  if (!first) return
  const ids = emails.map(({ _id }) => _id)
  const claims = [...new Set(emails.flatMap(({ claim }) => claim ?? []))]
  await Email.updateMany(
    { _id: { $in: ids }, projectId: first.projectId, status: 'SENDING', claim: { $in: claims } },
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
