import type { Answer } from '../../../../../api/client.js'
import type { MessageDraft } from '../../../../../shared/content-editor/message-draft.js'

/** The fields that a step overrides in its template; empty without overrides. */
export interface Overrides {
  subject: string
  from: string
}

/** The message that a step makes of a template: its subject holds in every language. */
export function withOverrides(template: Answer<'GET /templates/:id'>, { subject, from }: Overrides): MessageDraft {
  const { body, type, fromName, replyTo, translations } = template
  const wordings = Object.entries(translations ?? {}).map(([language, wording]) => [
    language,
    { ...wording, subject: subject || wording.subject },
  ])
  return {
    subject: subject || template.subject,
    body,
    type,
    from: from || template.from,
    fromName,
    replyTo,
    translations: translations && Object.fromEntries(wordings),
  }
}
