import { ownDeliveryId } from './draft-email.js'
import { Email } from '../../models/email.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { setOff } from '../outbox/set-off.js'

/**
 * Lets a delivery of its own resolve the outcome of an email that may be with the provider. Returns false for one that
 * is not claimed.
 */
export async function resolveOnItsOwn({
  projectId,
  emailId,
}: {
  projectId: string
  emailId: string
}): Promise<boolean> {
  return inTransaction(async (session) => {
    const { matchedCount } = await Email.updateOne(
      { _id: emailId, projectId, status: 'SENDING' },
      { $set: { temporalWorkflowId: ownDeliveryId(emailId) } },
      { session, timestamps: false },
    )
    if (matchedCount === 1) await setOff(session, { kind: 'email', projectId, ids: [emailId] })
    return matchedCount === 1
  })
}
