import { deliveryIdOf } from './draft-email.js'
import { Email } from '../../../models/email.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { setOff } from '../../base/outbox/set-off.js'

/**
 * Starts a delivery that resolves the unknown outcome of one claimed email. Returns false for an email that is not
 * claimed.
 */
export async function resolveInNewDelivery({
  projectId,
  emailId,
}: {
  projectId: string
  emailId: string
}): Promise<boolean> {
  return inTransaction(async (session) => {
    const { matchedCount } = await Email.updateOne(
      { _id: emailId, projectId, status: 'SENDING' },
      { $set: { temporalWorkflowId: deliveryIdOf(emailId) } },
      { session, timestamps: false },
    )
    if (matchedCount === 1) await setOff(session, { kind: 'email', projectId, ids: [emailId] })
    return matchedCount === 1
  })
}
