import type { EmailRecord } from '../../models/email.js'
import type { MessageHead } from './message-input.js'

/** The parts of a message that are not rendered: sender, recipient, source and the headers of the request. */
export function envelopeOf(email: EmailRecord): Omit<MessageHead, 'subject'> {
  return {
    emailId: email._id,
    projectId: email.projectId,
    campaignId: email.campaignId ?? undefined,
    sourceType: email.sourceType,
    type: email.type,
    from: { address: email.from, name: email.fromName ?? '' },
    to: { address: email.toSpelling ?? email.to, name: email.toName ?? '' },
    replyTo: email.replyTo ?? undefined,
    headers: Object.fromEntries(email.headers),
  }
}
