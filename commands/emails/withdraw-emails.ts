import { Email } from '../../models/email.js'
import { newId } from '../../runtime/ids.js'
import { recordEmailFacts } from './record-email-facts.js'

const BATCH = 500

/**
 * Withdraws waiting emails of cancelled executions or deleted contacts, one batch at most: PENDING → SKIPPED with the
 * reason. Returns how many; no email is left when that is 0.
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
