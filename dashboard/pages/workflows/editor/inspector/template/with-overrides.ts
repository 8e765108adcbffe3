import type { Answer } from '../../../../../api/client.js'
import { storedDraft, type MessageDraft } from '../../../../../shared/content-editor/message-draft.js'

/** The fields that a step overrides in its template; empty without overrides. */
export interface Overrides {
  subject: string
  from: string
}

/** The message that a step makes of a template: its subject holds in every language. */
export function withOverrides(template: Answer<'GET /templates/:id'>, { subject, from }: Overrides): MessageDraft {
  const { translations, ...message } = storedDraft(template)
  const wordings = Object.entries(translations ?? {}).map(([language, wording]) => [
    language,
    { ...wording, subject: subject || wording.subject },
  ])
  return {
    ...message,
    subject: subject || template.subject,
    from: from || template.from,
    translations: translations && Object.fromEntries(wordings),
  }
}
