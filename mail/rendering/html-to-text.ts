import { compile, type DomNode, type FormatCallback } from 'html-to-text'
import { isPixel, visiblePart } from './read-document.js'
import { isLabelOf, shownAddress } from './shown-address.js'
import type { Budget } from './threads/budget.js'

const MAX_DEPTH = 200

/** How a document is read as text. */
export interface TextOptions {
  /** The address of a link as its label would spell it; as it is, if omitted. */
  asInLabel?: (address: string) => string
}

const asItIs = (address: string): string => address

/** A link: its text, and its address between angle brackets unless the text is the address. */
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
  // A picture without a text is seen all the same, and an empty link is not.
  if (label === '' && !hasPicture(element.children)) return
  builder.addInline(` <${address}>`, { noWordTransform: true })
}

function hasPicture(nodes: readonly DomNode[] = [], depth = 0): boolean {
  return (
    depth < MAX_DEPTH &&
    nodes.some(({ name, attribs = {}, children }) => {
      return (name === 'img' && !isPixel(attribs)) || hasPicture(children, depth + 1)
    })
  )
}

/** An image: the text that stands for it. */
const image: FormatCallback = (element, _walk, builder) => {
  // Pictures stand apart where their texts would run into one another.
  const text = element.attribs['alt']?.trim()
  if (text) builder.addInline(` ${text} `)
}

// The library hands this second argument to the formats, which its types do not say.
const convert: (html: string, metadata: TextOptions) => string = compile({
  wordwrap: false,
  // Limits for hostile or broken documents, which would exhaust the stack.
  limits: { maxDepth: MAX_DEPTH, maxInputLength: 2 * 1024 * 1024, ellipsis: '…' },
  formatters: { link, image },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'image' },
    // Mail is laid out in tables, whose cells would run into one another.
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/**
 * The text of what a person sees of a document: links with their addresses, and the texts of images; empty where there
 * is none. Throws OverBudget.
 */
export function convertHtml(html: string, budget: Budget | null = null, options: TextOptions = {}): string {
  budget?.admitHtml(html)
  return convert(visiblePart(html), options).trim()
}
