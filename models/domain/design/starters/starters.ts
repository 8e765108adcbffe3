import type { Language } from '../../choose-language.js'
import { NEWS_STARTERS } from './news-starters.js'
import { SERVICE_STARTERS } from './service-starters.js'
import type { Starter } from './starter.js'

// In the order of the gallery.
const STARTERS = [...NEWS_STARTERS, ...SERVICE_STARTERS]

/** The ids of all starters. */
export const STARTER_IDS = STARTERS.map(({ id }) => id)

/** The designs to begin with in a language, in the order of the gallery. */
export function startersIn(language: Language): Starter[] {
  return STARTERS.map((starter) => starter.writeIn(language))
}

/** The starter of an id in a language; undefined for an unknown one. */
export function findStarter(id: string, language: Language): Starter | undefined {
  return STARTERS.find((starter) => starter.id === id)?.writeIn(language)
}
