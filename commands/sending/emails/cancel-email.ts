import { UNRESOLVED_STATUSES } from '../../../models/domain/email-status.js'
import { Email } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { recordEmailFacts } from './record-email-facts.js'
import { resolveInNewDelivery } from './resolve-in-new-delivery.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/**
 * Cancels an email whose delivery was stopped. An email that was not claimed becomes SKIPPED. The provider may have a
 * claimed email, so that a new delivery resolves its outcome and does not send it. Safe to repeat.
 */
export async function cancelEmail({ projectId, emailId }: { projectId: string; emailId: string }): Promise<void> {
  const filter = { _id: emailId, projectId }
  // The mark is written first: a claim that follows finds the email cancelled.
  const email = await Email.findOneAndUpdate(
    { ...filter, status: { $in: UNRESOLVED_STATUSES } },
    { $set: { cancelledAt: databaseNow() } },
    { returnDocument: 'after', projection: { status: 1 } },
  ).lean()
  if (!email) return
  if (email.status === 'PENDING') {
    const fact = { projectId, emailId, at: new Date(), key: newId() }
    await recordEmailFacts([{ ...fact, kind: 'skipped', reason: 'cancelled' }])
  } else await resolveInNewDelivery({ projectId, emailId })
}
