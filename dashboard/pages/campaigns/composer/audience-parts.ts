import type { AudienceCount } from './use-audience-count.js'

/** The parts of an audience: everybody is in one of them. */
export const AUDIENCE_PARTS = ['reached', 'unsubscribed', 'suppressed'] as const
export type AudiencePart = (typeof AUDIENCE_PARTS)[number]

/** The size of each part, and its share of the whole in percent. */
export function partsOfAudience({
  total,
  eligible,
  unsubscribed,
  suppressed,
}: Pick<AudienceCount, 'total' | 'eligible' | 'unsubscribed' | 'suppressed'>): {
  part: AudiencePart
  count: number
  share: number
}[] {
  const counts: Record<AudiencePart, number> = { reached: eligible, unsubscribed, suppressed }
  return AUDIENCE_PARTS.map((part) => {
    return { part, count: counts[part], share: total === 0 ? 0 : (100 * counts[part]) / total }
  })
}
