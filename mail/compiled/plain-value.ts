// Matches most values, at a lower cost than `PLAIN`.
const USUAL = /^[\w.,:@+()!?-]+(?: [\w.,:@+()!?-]+)*$/
// Words with single spaces between them. Of the characters with a meaning in HTML, only our own entities occur.
const PLAIN =
  /^(?:[^\s\p{Cc}\p{Cs}\u200b<>&"']|&(?:amp|lt|gt|quot|#39);)(?: ?(?:[^\s\p{Cc}\p{Cs}\u200b<>&"']|&(?:amp|lt|gt|quot|#39);))*$/u
const MAX_LENGTH = 500

const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/**
 * Whether a rendered value is plain words in the text of a document. Such a value can replace any other without a
 * change to the document around it.
 */
export function isPlainValue(html: string): boolean {
  return html.length <= MAX_LENGTH && (USUAL.test(html) || PLAIN.test(html))
}

/** A plain value without its entities, for the text version. */
export function plainText(html: string): string {
  if (!html.includes('&')) return html
  return html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
}
