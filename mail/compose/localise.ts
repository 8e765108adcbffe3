import { fixedParameters, type Utm } from '../../models/domain/utm.js'
import { isTracked } from '../../models/domain/tracking.js'
import type { BodyFinish } from '../compiled/compile-variant.js'
import { chooseTranslation } from '../rendering/choose-translation.js'
import type { Message } from './message.js'

/** The fields that decide about language, footer and tracking of a message. */
export interface Localisable {
  email: Pick<Message['email'], 'projectId' | 'contentId' | 'type' | 'sourceType' | 'tracking'>
  content: Message['content']
  project: Pick<Message['project'], 'name' | 'language' | 'tracking'>
}

/** The content of a message in its recipient's language, and the settings to finish its body. */
export interface LocalisedContent {
  content: { subject: string; body: string; utm: Utm | null }
  /** Names the content. */
  contentKey: string
  finish: BodyFinish
}

/** Chooses the language of a message by a contact's `locale`, then by the project. */
export function localise({ email, content, project }: Localisable, locale: unknown): LocalisedContent {
  const recipientLanguage = typeof locale === 'string' ? locale : project.language
  const languages = content.translations ? [recipientLanguage, project.language] : []
  return {
    content: { ...chooseTranslation(content, locale, project.language), utm: content.utm ?? null },
    contentKey: JSON.stringify([email.contentId, ...languages]),
    finish: {
      projectId: email.projectId,
      footer: email.type === 'MARKETING' ? { locale: recipientLanguage, projectName: project.name } : null,
      isTracked: isTracked(email, project.tracking),
      parameters: fixedParameters(content.utm),
    },
  }
}
