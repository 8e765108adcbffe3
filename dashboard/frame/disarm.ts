// An attribute follows a space, a slash or the end of a quoted value. Every name that begins with "on" counts, because
// browsers learn new events.
const HANDLER = /([\s/"'])(?=on[a-z]+[\s/>=])/gi
const BASE = /(<base)(?=[\s/>])/gi

/** A mark that no message contains. It can begin the name of an attribute. */
export function newMark(): string {
  return `posthorn${crypto.getRandomValues(new Uint32Array(4)).join('')}-`
}

/**
 * Changes a message so that no element has an event handler or sets the base address when it is parsed: puts the mark
 * before each "on…" that may be the name of a handler, and turns `base` into `basefont`, which is parsed alike and does
 * nothing. A browser judges both by the policy of the page that parses them, even in a document that never runs. What
 * is text is changed as well: `restore` undoes that.
 */
export function disarm(html: string, mark: string): string {
  return html.replace(HANDLER, `$1${mark}`).replace(BASE, `$1${asFont(mark)}`)
}

/** Removes the marked attributes of a parsed message, and makes its texts what they were. */
export function restore(page: Document, mark: string): void {
  const original = (text: string): string => text.replaceAll(asFont(mark), '').replaceAll(mark, '')
  for (const element of page.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      const attribute = element.getAttributeNode(name)
      if (name.startsWith(mark)) element.removeAttribute(name)
      else if (attribute?.value.includes(mark)) attribute.value = original(attribute.value)
    }
  }
  const texts = page.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    if (currentNode.nodeValue?.includes(mark)) currentNode.nodeValue = original(currentNode.nodeValue)
  }
}

const asFont = (mark: string): string => `font ${mark}`
