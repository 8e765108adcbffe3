import type { Language } from '../../choose-language.js'
import type { MessageType } from '../../message-kinds.js'
import type { DesignTexts, MailText, StarterText } from '../../starter-texts/starter-text.js'
import { STARTER_TEXTS } from '../../starter-texts/starter-texts.js'
import type { EmailDesign, Inline } from '../design.js'
import { designOf, field, filled, type Part } from './parts.js'

/** A mail to begin with, and the fields of its template. */
export interface StarterMail {
  name: string
  subject: string
  type: MessageType
  design: EmailDesign
}

/** A design to begin with, in one language. */
export interface Starter extends StarterMail {
  id: keyof DesignTexts
  language: Language
  description: string
}

/** A starter that can be written in every language. */
export interface StarterOutline {
  id: keyof DesignTexts
  writeIn: (language: Language) => Starter
}

/** The mail of some texts and blocks. */
export function mailOf(
  { name, subject, previewText }: MailText,
  type: MessageType,
  parts: readonly Part[],
): StarterMail {
  return { name, subject, type, design: designOf(previewText, parts) }
}

/** Declares a starter by its blocks, which get its texts in a language. */
export function starter<Id extends keyof DesignTexts>(
  id: Id,
  type: MessageType,
  partsOf: (text: DesignTexts[Id], all: StarterText) => readonly Part[],
): StarterOutline {
  return {
    id,
    writeIn: (language) => {
      const all = STARTER_TEXTS[language]
      const text = all.designs[id]
      return { id, language, description: text.description, ...mailOf(text, type, partsOf(text, all)) }
    },
  }
}

/** The first line of a letter to a contact. */
export function greeting({ greeting, nameless }: StarterText): Inline[] {
  return filled(greeting, { name: field('firstName', nameless) })
}
