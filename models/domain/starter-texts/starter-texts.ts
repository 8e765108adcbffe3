import type { Language } from '../choose-language.js'
import type { StarterText } from './starter-text.js'
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

/** The texts of the starters by language. */
export const STARTER_TEXTS: Record<Language, StarterText> = { en, de, fr, es, it, nl, pt, pl, sv, ja }
