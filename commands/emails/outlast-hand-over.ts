import { Email } from '../../models/email.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'

/**
 * Waits for messages that were claimed before they were called off, because they may be in the provider's hands:
 * until none is, for `patienceMs` at most. One in doubt may take longer to settle, but it left before.
 */
export async function outlastHandOver(
  of: { projectId: string } & ({ executionId: string } | { contactId: string } | { _id: { $in: string[] } }),
  patienceMs: number,
): Promise<void> {
  await waitUntil(async () => (await Email.exists({ ...of, status: 'SENDING' })) === null, patienceMs)
}
