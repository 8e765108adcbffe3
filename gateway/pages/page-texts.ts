import { de } from './texts/de.js'
import { en } from './texts/en.js'
import { es } from './texts/es.js'
import { fr } from './texts/fr.js'
import { it } from './texts/it.js'
import { ja } from './texts/ja.js'
import { nl } from './texts/nl.js'
import { pl } from './texts/pl.js'
import { pt } from './texts/pt.js'
import { sv } from './texts/sv.js'

/** The texts of the pages by two-letter language code. */
export const PAGE_TEXTS = { en, de, fr, es, it, nl, pt, pl, sv, ja }

/** A language of the pages. */
export type Language = keyof typeof PAGE_TEXTS

/** Whether the pages have texts in this language. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(PAGE_TEXTS, code)
}
