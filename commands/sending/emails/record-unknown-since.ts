import { Email, type EmailRecord } from '../../../models/email.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/**
 * The time since which the outcome of a claimed email counts as unknown: the time of its first resolution attempt,
 * which is stored on the email. Before that MongoDB may have been unavailable, so that no process could record the
 * provider's answer.
 */
export async function recordUnknownSince({ _id, projectId, attempt, unknownSince }: EmailRecord): Promise<Date> {
  if (unknownSince) return unknownSince
  const now = databaseNow()
  await Email.updateOne(
    { _id, projectId, status: 'SENDING', attempt, unknownSince: { $exists: false } },
    { $set: { unknownSince: now } },
  )
  return now
}
