// Word and Outlook write each item of a list as a paragraph, with its bullet or number as text in front.
// No browser knows the property, so that only the text of the style has it.
const ITEM = 'p[data-style*="mso-list"]'
const MARKER = '[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]'
const IS_NUMBER = /^\s*(?:\d+|[a-z]+)[.)]/i

/** Makes lists of the paragraphs that Word and Outlook write for their items. */
export function readWordLists(root: ParentNode): void {
  let list = null as Element | null
  for (const paragraph of root.querySelectorAll(ITEM)) {
    const marker = paragraph.querySelector(MARKER)
    // Word gives headings and indented paragraphs a list too, but no bullet.
    if (!marker) continue
    const kind = IS_NUMBER.test(marker.textContent) ? 'ol' : 'ul'
    marker.remove()
    if (list?.localName !== kind || paragraph.previousElementSibling !== list) {
      list = paragraph.ownerDocument.createElement(kind)
      paragraph.before(list)
    }
    const item = paragraph.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
  }
}
