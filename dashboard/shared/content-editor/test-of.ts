import type { Input } from '../../api/client.js'
import type { MessageDraft, ShownTo } from './message-draft.js'

/** The request for a test mail of a draft that has a sender. */
export function testOf(draft: MessageDraft, shownTo: ShownTo, to: string): Input<'POST /preview/send'>['body'] {
  const { subject, body, type, from, fromName, replyTo, translations } = draft
  return {
    to,
    subject,
    body,
    type,
    from: from ?? '',
    fromName: fromName ?? null,
    replyTo: replyTo || null,
    translations: translations ? { ...translations } : null,
    contactId: shownTo.contactId ?? null,
    data: shownTo.data ?? null,
    language: shownTo.language ?? null,
  }
}
