import type { EmailRecord } from '../../models/email.js'

/** The part of a message that is not rendered: sender, recipient and source. */
export function envelopeOf(email: EmailRecord) {
  return {
    emailId: email._id,
    projectId: email.projectId,
    ...(email.campaignId ? { campaignId: email.campaignId } : {}),
    sourceType: email.sourceType,
    type: email.type,
    from: { address: email.from, ...(email.fromName ? { name: email.fromName } : {}) },
    to: { address: email.to, ...(email.toName ? { name: email.toName } : {}) },
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
  }
}
