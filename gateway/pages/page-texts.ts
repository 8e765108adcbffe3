import type { Language } from '../../models/domain/choose-language.js'
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
import type { PageText } from './texts/page-text.js'

/** The texts of the pages by language. */
export const PAGE_TEXTS: Record<Language, PageText> = { en, de, fr, es, it, nl, pt, pl, sv, ja }
