import type { Input } from '../../api/client.js'
import type { MessageDraft, ShownTo } from './message-draft.js'
import { sentContent } from './sent-content.js'

/** The request for a test mail of a draft that has a sender. */
export function testOf(
  draft: MessageDraft,
  shownTo: ShownTo,
  to: readonly string[],
): Input<'POST /preview/send'>['body'] {
  const { type, from, fromName, replyTo, utm } = draft
  return {
    to: [...to],
    ...sentContent(draft),
    type,
    utm: utm ?? null,
    from: from ?? '',
    fromName: fromName ?? null,
    replyTo: replyTo || null,
    contactId: shownTo.contactId ?? null,
    data: shownTo.data ?? null,
    language: shownTo.language ?? null,
  }
}
