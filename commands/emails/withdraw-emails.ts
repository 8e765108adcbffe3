import { Email } from '../../models/email.js'
import { newId } from '../../runtime/ids.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { recordEmailFacts } from './record-email-facts.js'

const BATCH = 500

/**
 * Withdraws waiting emails of cancelled executions or deleted contacts, one batch at most: PENDING → SKIPPED with the
 * reason. No email is left when `count` is 0.
 */
export async function withdrawEmails(
  of: { projectId: string } & ({ _id: { $in: string[] } } | { contactId: { $in: string[] } }),
  reason: 'cancelled' | 'contact_deleted' = 'cancelled',
): Promise<{ count: number; entries: OutboxEntry[] }> {
  const waiting = await Email.find({ ...of, status: 'PENDING' }, { _id: 1 })
    .limit(BATCH)
    .lean()
  const entries = await recordEmailFacts(
    waiting.map(({ _id }) => ({
      projectId: of.projectId,
      emailId: _id,
      at: new Date(),
      key: newId(),
      kind: 'skipped',
      reason,
    })),
  )
  return { count: waiting.length, entries }
}
