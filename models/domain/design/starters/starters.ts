import { NEWS_STARTERS } from './news-starters.js'
import type { Starter } from './parts.js'
import { SERVICE_STARTERS } from './service-starters.js'

/** The designs to begin with, in the order of the gallery. */
export const STARTERS: readonly Starter[] = [...NEWS_STARTERS, ...SERVICE_STARTERS]

/** The ids of all starters. */
export const STARTER_IDS = STARTERS.map(({ id }) => id) as [string, ...string[]]

/** The starter of an id; undefined for an unknown one. */
export function findStarter(id: string): Starter | undefined {
  return STARTERS.find((starter) => starter.id === id)
}
