import { randomUUID } from 'node:crypto'

/** An id in the form SES gives: the time in hex, a UUID, a counter that is always zero. */
export function createMessageId(receivedAtMs: number): string {
  const time = receivedAtMs.toString(16).padStart(16, '0')
  return `0100${time.slice(4)}-${randomUUID()}-000000`
}
