import type { RecipientLinks } from '../../../mail/links/recipient-links.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import type { Translation } from '../../../models/template.js'
import { chooseTranslation } from '../../../mail/rendering/choose-translation.js'
import { perform } from '../../../mail/rendering/threads/perform.js'

/** The content of a message in each of its languages. */
interface Content extends Translation {
  translations?: Record<string, Partial<Translation>> | null
}

/** The settings that decide the language and the footer. */
export interface EmailSettings {
  type: MessageType
  project: { _id: string; name: string; language: string; timezone?: string }
  links: RecipientLinks
}

/**
 * Renders a message for its recipient, in the language of `variables.locale` or of the project. Marketing mail gets its
 * footer. Throws RenderError.
 */
export async function renderEmail(
  content: Content,
  variables: Record<string, unknown>,
  { type, project, links }: EmailSettings,
): Promise<{ subject: string; html: string }> {
  const { locale } = variables
  const recipientLanguage = typeof locale === 'string' ? locale : project.language
  return perform(project._id, 'message', {
    content: chooseTranslation(content, locale, project.language),
    variables,
    ...(project.timezone === undefined ? {} : { timeZone: project.timezone }),
    footer: type === 'MARKETING' ? { locale: recipientLanguage, projectName: project.name, ...links } : null,
  })
}
