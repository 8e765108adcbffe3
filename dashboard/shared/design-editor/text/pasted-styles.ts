const STYLE_START = /<style\b/i
const STYLE_END = /<\/style>/i
const STYLE_ATTRIBUTE = /(<[a-z][^<>]*\s)style(\s*=)/gi
const STORED = 'data-style'

/**
 * Pasted HTML with its style attributes under another name and without its style sheets: the content security policy
 * forbids styles in markup, also in a document that is never shown.
 */
export function withoutStyles(html: string): string {
  const shown = html.split(STYLE_END).map((part) => part.split(STYLE_START, 1)[0] ?? '')
  return shown.join('').replace(STYLE_ATTRIBUTE, `$1${STORED}$2`)
}

/** Gives elements of such HTML the properties of their styles, by which the formats of their text are read. */
export function restoreStyles(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${STORED}]`)) {
    element.style.cssText = element.getAttribute(STORED) ?? ''
  }
}
