import { compile, type DomNode, type FormatCallback } from 'html-to-text'
import { visiblePart } from './read-document.js'
import { isLabelOf, shownAddress } from './shown-address.js'
import type { Budget } from './threads/budget.js'

const MAX_DEPTH = 200

/** Options for reading a document as text. */
export interface TextOptions {
  /** Spells the address of a link as its label would; the address stays unchanged where this option is missing. */
  asInLabel?: (address: string) => string
}

const asItIs = (address: string): string => address

/** Writes a link as its text and its address between angle brackets. The address is left out where it is the text. */
const link: FormatCallback = (element, walk, builder) => {
  const address = shownAddress(element.attribs['href'] ?? '')
  let label = ''
  builder.pushWordTransform((word) => {
    label += word
    return word
  })
  walk(element.children, builder)
  builder.popWordTransform()
  const { asInLabel = asItIs } = (builder as { metadata?: TextOptions }).metadata ?? {}
  if (address === '' || isLabelOf(label, asInLabel(address))) return
  // A reader sees a link with only a picture, but not an empty link.
  if (label === '' && !hasPicture(element.children)) return
  builder.addInline(` <${address}>`, { noWordTransform: true })
}

function hasPicture(nodes: readonly DomNode[] = [], depth = 0): boolean {
  return depth < MAX_DEPTH && nodes.some(({ name, children }) => name === 'img' || hasPicture(children, depth + 1))
}

/** Writes an image as its alternative text. */
const image: FormatCallback = (element, _walk, builder) => {
  // Images are separated, because otherwise their texts would join.
  const text = element.attribs['alt']?.trim()
  if (text) builder.addInline(` ${text} `)
}

/** Writes a cell, and a space before the next one of its row. A space after the last one would be a line of its own. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  if (isFollowedByCell(element)) builder.addInline(' ')
}

/** A node as the parser makes it, which the types of the library leave out. */
interface Sibling {
  name?: string
  next?: Sibling | null
}

function isFollowedByCell(element: Sibling): boolean {
  let node = element.next
  while (node && node.name !== 'td' && node.name !== 'th') node = node.next
  return Boolean(node)
}

// The library passes this second argument to the formats, but its types do not say so.
const convert: (html: string, metadata: TextOptions) => string = compile({
  wordwrap: false,
  // Limits for hostile or broken documents, which would exhaust the stack.
  limits: { maxDepth: MAX_DEPTH, maxInputLength: 2 * 1024 * 1024, ellipsis: '…' },
  formatters: { link, image, cell },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'image' },
    // Mail is laid out in tables. Without these breaks, the texts of cells would join.
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/**
 * The text that a person sees in a document: links with their addresses, and the alternative texts of images. Empty
 * where a person sees no text. Throws OverBudget.
 */
export function convertHtml(html: string, budget: Budget | null = null, options: TextOptions = {}): string {
  budget?.admitHtml(html)
  return convert(visiblePart(html), options).trim()
}
