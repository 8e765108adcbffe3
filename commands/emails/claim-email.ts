import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { newId } from '../../runtime/ids.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'

/** Which message, and which claim of it. */
export interface EmailClaim {
  projectId: string
  emailId: string
  attempt: number
}

interface Wanted {
  projectId: string
  emailId: string
}

// Few enough that a crash puts few messages in doubt.
const MAX_TOGETHER = 20

/**
 * Claims a waiting message for handing it over: PENDING → SENDING, counted as one attempt more. Null when it
 * is not waiting. Claims are taken for what is about to leave, those of one project in one write when many are
 * asked for at once.
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
    // Whatever answer was lost, what this claim has got is known by it and need not be in doubt.
    await retryWhileUnavailable(() => Email.updateMany(filter, claimedWith(claim)))
    const claimed = await retryWhileUnavailable(() => Email.find({ _id: { $in: ids }, projectId, claim }).lean())
    const byId = new Map(claimed.map((email) => [email._id, email]))
    return ids.map((id) => {
      const email = byId.get(id) ?? null
      // A message may have been asked for twice, and one claim is one hand-over.
      byId.delete(id)
      return email
    })
  },
})

/** Takes over the claim of an attempt that is known to have come to nothing; null when somebody else did. */
export async function reclaimEmail({ projectId, emailId, attempt }: EmailClaim): Promise<EmailRecord | null> {
  return Email.findOneAndUpdate(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    // Whoever claimed it among others and has not looked since must not take it for its own.
    { $set: { claimedAt: new Date(), claim: newId() }, $inc: { attempt: 1 }, $unset: { doubtedAt: 1 } },
    { returnDocument: 'after' },
  ).lean()
}

/** Gives a claim back after the provider surely did not take the message: SENDING → PENDING. */
export async function releaseEmail({ projectId, emailId, attempt }: EmailClaim): Promise<void> {
  await Email.updateOne(
    { _id: emailId, projectId, status: 'SENDING', attempt },
    { $set: { status: 'PENDING', claimedAt: null }, $unset: { doubtedAt: 1 } },
  )
}

// Made for each try, because a claim grows old.
function claimedWith(claim: string) {
  return {
    $set: { status: 'SENDING' as const, claimedAt: new Date(), claim },
    $inc: { attempt: 1 },
    $unset: { dispatch: 1 },
  }
}
