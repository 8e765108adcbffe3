import type { SendRequest } from '../../../../commands/sending/emails/send-emails.js'
import { planDataPatch } from '../../../../models/domain/data.js'

export const SEND_SETTINGS = { allowTestDomains: true, retentionDays: 1 }

/** A request to send one message to some addresses. */
export function sendRequest(projectId: string, to: string[], fields: Partial<SendRequest> = {}): SendRequest {
  return {
    projectId,
    recipients: to.map((address) => ({ address, name: null, field: 'to' })),
    subject: 'Hi',
    body: 'Hi',
    from: { address: 'news@example.com', name: null },
    patch: planDataPatch({}),
    headers: [],
    attachments: [],
    tags: [],
    claim: null,
    ...fields,
  }
}
