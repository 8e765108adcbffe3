import { Email, type EmailRecord } from '../../models/email.js'

/**
 * Since when an email whose claim was never closed is in doubt: since somebody looked at it for the first time, which is
 * noted on it. Before that MongoDB may have been away, so that nobody could note what the provider had said.
 */
export async function unknownSince({ _id, projectId, attempt, doubtedAt }: EmailRecord): Promise<Date> {
  if (doubtedAt) return doubtedAt
  const now = new Date()
  await Email.updateOne(
    { _id, projectId, status: 'SENDING', attempt, doubtedAt: { $exists: false } },
    { $set: { doubtedAt: now } },
  )
  return now
}
