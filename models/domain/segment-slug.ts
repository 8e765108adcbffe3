const MAX_LENGTH = 100
const FALLBACK = 'segment'

/**
 * The slug in the event names of a segment: its name in lower case, with only letters and digits, and with hyphens for
 * spaces.
 */
export function slugOf(name: string): string {
  const kept = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  // The text is cut by code points, so that no surrogate pair is split.
  return Array.from(kept).slice(0, MAX_LENGTH).join('') || FALLBACK
}

/** The slug, or the slug with the first free number if it is taken: `vip`, `vip-2`, `vip-3`. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`
    if (!isTaken(numbered)) return numbered
  }
}
