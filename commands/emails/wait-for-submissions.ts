import { Email } from '../../models/email.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'

/**
 * Waits until no message that was claimed before its cancellation is being submitted to the provider, for
 * `patienceMs` at most. A message with an unknown outcome may take longer to resolve, but it left before.
 */
export async function waitForSubmissions(
  of: { projectId: string } & ({ contactId: string } | { _id: { $in: string[] } }),
  patienceMs: number,
): Promise<void> {
  await waitUntil(async () => (await Email.exists({ ...of, status: 'SENDING' })) === null, patienceMs)
}
