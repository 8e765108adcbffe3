const MAX_LENGTH = 100
const FALLBACK = 'segment'

/**
 * What the events of a segment are called by: its name in lower case, with hyphens for spaces, and of the rest
 * letters and digits alone, of any script.
 */
export function slugOf(name: string): string {
  const kept = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  // By code points, because half of one is no text.
  return Array.from(kept).slice(0, MAX_LENGTH).join('') || FALLBACK
}

/** The slug itself, or with the first number behind it that makes it free: `vip`, `vip-2`, `vip-3`. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`
    if (!isTaken(numbered)) return numbered
  }
}
