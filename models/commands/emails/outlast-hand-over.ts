import { Email } from '../../email.js'

const POLL_MS = 20

/**
 * Waits for messages that were claimed before they were called off, because they may be in the provider's hands:
 * until none is, for `patienceMs` at most. One in doubt may take longer to settle, but it left before.
 */
export async function outlastHandOver(
  of: { projectId: string } & ({ executionId: string } | { contactId: string } | { _id: { $in: string[] } }),
  patienceMs: number,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && (await Email.exists({ ...of, status: 'SENDING' }))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
