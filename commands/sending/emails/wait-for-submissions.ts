import { Email } from '../../../models/email.js'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'

/**
 * Waits until the provider has every message that was claimed before its cancellation, for `patienceMs` at most. The
 * outcome of a message may stay unknown for longer, but such a message left before the cancellation.
 */
export async function waitForSubmissions(
  of: { projectId: string } & ({ contactId: string } | { _id: { $in: string[] } }),
  patienceMs: number,
): Promise<void> {
  await waitUntil(async () => (await Email.exists({ ...of, status: 'SENDING' })) === null, patienceMs)
}
