import { Email } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { recordEmailFacts } from './record-email-facts.js'

const BATCH = 500

/**
 * Withdraws a batch of waiting emails of cancelled executions or deleted contacts: PENDING → SKIPPED with the reason.
 * Returns the number of withdrawn emails; 0 means that no email waits.
 */
export async function withdrawEmails(
  of: { projectId: string } & ({ _id: { $in: string[] } } | { contactId: { $in: string[] } }),
  reason: 'cancelled' | 'contact_deleted' = 'cancelled',
): Promise<number> {
  const waiting = await Email.find({ ...of, status: 'PENDING' }, { _id: 1 })
    .limit(BATCH)
    .lean()
  await recordEmailFacts(
    waiting.map(({ _id }) => ({
      projectId: of.projectId,
      emailId: _id,
      at: new Date(),
      key: newId(),
      kind: 'skipped',
      reason,
    })),
  )
  return waiting.length
}
