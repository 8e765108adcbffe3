/** The most characters that a view of a text shows unasked: more of them stop a browser for seconds. */
export const MOST_SHOWN = 1024 * 1024

/** The beginning of a text, never half of a character, and whether something is left out. */
export function cutText(text: string, most = MOST_SHOWN): { shown: string; isCut: boolean } {
  if (text.length <= most) return { shown: text, isCut: false }
  const isHalf = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '')
  return { shown: text.slice(0, isHalf ? most - 1 : most), isCut: true }
}
