import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { newId } from '../../runtime/ids.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/** One claim of one message. */
export interface EmailClaim {
  projectId: string
  emailId: string
  attempt: number
}

interface Wanted {
  projectId: string
  emailId: string
}

// Few enough that a crash leaves few messages with an unknown outcome.
const MAX_TOGETHER = 20

/**
 * Claims a waiting message for its hand-over: PENDING → SENDING, with one attempt more. Null when the message is not
 * waiting. Only messages that are about to leave are claimed. Concurrent claims of one project share one write.
 */
export const claimEmail = batchCalls<Wanted, EmailRecord | null>({
  keyOf: ({ projectId }) => projectId,
  maxBatch: MAX_TOGETHER,
  concurrencyPerKey: 2,
  async run(wanted) {
    const [first] = wanted
    if (!first) return []
    const { projectId } = first
    const ids = wanted.map(({ emailId }) => emailId)
    const claim = newId()
    const filter = { _id: ids.length === 1 ? ids[0] : { $in: ids }, projectId, status: 'PENDING' as const }
    if (ids.length === 1) {
      try {
        return [await Email.findOneAndUpdate(filter, claimedWith(claim), { returnDocument: 'after' }).lean()]
      } catch (error) {
        if (!isMongodbUnavailable(error)) throw error
      }
    }
    // A lost reply leaves no unknown outcome: the id of the claim tells which messages it has got.
    await retryWhileUnavailable(() => Email.updateMany(filter, claimedWith(claim)))
    const claimed = await retryWhileUnavailable(() => Email.find({ _id: { $in: ids }, projectId, claim }).lean())
    const byId = new Map(claimed.map((email) => [email._id, email]))
    return ids.map((id) => {
      const email = byId.get(id) ?? null
      // Two calls may name the same message, and only one of them may hand it over.
      byId.delete(id)
      return email
    })
  },
})

/** Takes over the claim of an attempt that is known to have failed; null when another process did so first. */
export async function reclaimEmail({ projectId, emailId, attempt }: EmailClaim): Promise<EmailRecord | null> {
  return Email.findOneAndUpdate(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    // The claim id changes, so that an earlier claimer that reads its batch back late does not find this message.
    { $set: { claimedAt: databaseNow(), claim: newId() }, $inc: { attempt: 1 }, $unset: { doubtedAt: 1 } },
    { returnDocument: 'after' },
  ).lean()
}

/** Releases a claim after the provider certainly did not accept the message: SENDING → PENDING. */
export async function releaseEmail({ projectId, emailId, attempt }: EmailClaim): Promise<void> {
  await Email.updateOne(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    { $set: { status: 'PENDING', claimedAt: null }, $unset: { doubtedAt: 1 } },
  )
}

// Built for each try, so that `claimedAt` is the time of the write.
function claimedWith(claim: string) {
  return {
    $set: { status: 'SENDING' as const, claimedAt: databaseNow(), claim },
    $inc: { attempt: 1 },
  }
}
