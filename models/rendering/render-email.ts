import type { RecipientLinks } from '../recipient-links.js'
import type { MessageType, Translation } from '../template.js'
import { chooseTranslation } from './choose-translation.js'
import { withFooter } from './footer.js'
import { renderMessage } from './render-message.js'

/** What a message says, in each of its languages. */
interface Content extends Translation {
  translations?: Record<string, Translation> | null
}

/** What decides about language and footer beside the content. */
export interface Surroundings {
  type: MessageType
  project: { name: string; language: string }
  links: RecipientLinks
}

/**
 * Fills in a message as its recipient is to see it: in the language of `variables.locale` or the project, and
 * with the footer of marketing mail. Throws RenderError.
 */
export function renderEmail(
  content: Content,
  variables: Record<string, unknown>,
  { type, project, links }: Surroundings,
): { subject: string; html: string } {
  const { subject, html } = renderMessage(chooseTranslation(content, variables['locale'], project.language), variables)
  if (type !== 'MARKETING') return { subject, html }
  const locale = typeof variables['locale'] === 'string' ? variables['locale'] : project.language
  return { subject, html: withFooter(html, { locale, projectName: project.name, ...links }) }
}
