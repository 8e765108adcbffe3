// Usual values, recognised at a glance.
const USUAL = /^[\w.,:@+()!?-]+(?: [\w.,:@+()!?-]+)*$/
// One line of words, each a space apart, in which nothing means anything to HTML but what we escaped ourselves.
const PLAIN =
  /^(?:[^\s\p{Cc}\p{Cs}\u200b<>&"']|&(?:amp|lt|gt|quot|#39);)(?: ?(?:[^\s\p{Cc}\p{Cs}\u200b<>&"']|&(?:amp|lt|gt|quot|#39);))*$/u
const MAX_LENGTH = 500

const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/**
 * Whether a rendered value is a word or more in the text of a document and nothing else: any such value can stand for
 * any other without a difference to the document around it.
 */
export function isPlainValue(html: string): boolean {
  return html.length <= MAX_LENGTH && (USUAL.test(html) || PLAIN.test(html))
}

/** What is to be read of a plain value. */
export function plainText(html: string): string {
  if (!html.includes('&')) return html
  return html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
}
