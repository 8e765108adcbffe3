import type { TemplateRecord } from '../../../models/template.js'
import { checkSender } from '../emails/check-sender.js'
import { bodyContent } from '../sources/body-content.js'
import { translatedContent } from '../sources/message-content.js'
import type { MessageSettings } from '../sources/message-settings.js'
import type { SentContent, SentTranslation } from '../sources/sent-content.js'
import { storeTemplate, type TemplateDraft } from './store-template.js'

/** A template as its author gives it: with a body, or with the design or MJML of one. */
export type SentTemplate = Omit<
  TemplateDraft,
  'body' | 'editor' | 'source' | 'previousDesign' | 'translations' | 'translationSources'
> &
  SentContent & { translations: Record<string, SentTranslation> | null }

/**
 * Stores a template of the user `authorId`, or of a key. Throws QUOTA_EXCEEDED, and what `draftTemplate` does.
 */
export async function createTemplate(
  { authorId, ...sent }: SentTemplate & { authorId: string | null },
  settings: MessageSettings,
): Promise<TemplateRecord> {
  return storeTemplate(await draftTemplate(sent, settings), authorId)
}

/**
 * The fields to store for a template, with the body that a design or MJML makes. Throws DOMAIN_NOT_VERIFIED, and
 * VALIDATION_ERROR as `bodyContent` does.
 */
export async function draftTemplate(sent: SentTemplate, settings: MessageSettings): Promise<TemplateDraft> {
  const { body: sentBody, design, mjml, translations: sentTranslations, ...draft } = sent
  await checkSender({ projectId: draft.projectId, address: draft.from, allowTestDomains: settings.allowTestDomains })
  const language = settings.project.language
  const content = await bodyContent({ body: sentBody, design, mjml }, { prefix: '', language }, { context: settings })
  if (!content) throw new Error('A template without a body')
  return { ...draft, ...content, ...(await translatedContent(sentTranslations, { context: settings })) }
}
