const MAX_LENGTH = 100
const FALLBACK = 'segment'

/**
 * The slug in the event names of a segment: its name in lower case, with hyphens for spaces, letters and digits only.
 */
export function slugOf(name: string): string {
  const kept = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  // Cut by code points, so as not to split a surrogate pair.
  return Array.from(kept).slice(0, MAX_LENGTH).join('') || FALLBACK
}

/** The slug, with the first free number appended when it is taken: `vip`, `vip-2`, `vip-3`. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`
    if (!isTaken(numbered)) return numbered
  }
}
