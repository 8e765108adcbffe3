import { parseDocument } from 'htmlparser2'
import type { Sentinels } from './sentinels.js'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Text = Extract<Node, { nodeType: 3 }>
type Element = Extract<Node, { attribs: object }>

// Readers do not parse the content of these as HTML, or not all of them do.
const RAW = new Set(
  'script style title textarea xmp iframe noembed noframes noscript plaintext template svg math select'.split(' '),
)
// These add nothing of their own to the text of a link.
const INLINE = new Set('b strong i em u span font small big sub sup br'.split(' '))
const TEXT_NODE = 3
const MAX_DEPTH = 20
const BLANK = /[ \t\r\n\f\u200b]+/g

/** The slots whose sentinels stand in plain text: in these, every plain value leaves the document as it is. */
export function slotsInText(html: string, sentinels: Sentinels): Set<number> {
  const found = new Set<number>()
  const nodes: Node[] = [...parseDocument(html).children]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (isText(node)) for (const slot of sentinels.slotsIn(node.data)) found.add(slot)
    if (!('children' in node) || (isElement(node) && (RAW.has(node.name) || mayShowItsAddress(node, sentinels))))
      continue
    for (const child of node.children) nodes.push(child)
  }
  for (const slot of slotsAfterAmpersand(sentinels.split(html))) found.delete(slot)
  return found
}

function isText(node: Node): node is Text {
  return node.nodeType === TEXT_NODE
}

function isElement(node: Node): node is Element {
  return 'attribs' in node
}

// An entity that begins in the text before a value could end in the value.
function slotsAfterAmpersand(pieces: (string | number)[]): number[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1]
    return typeof piece === 'number' && typeof before === 'string' && /&[#\w]*$/.test(before) ? [piece] : []
  })
}

/**
 * Whether some values make the text of a link equal to its address: the text version leaves out the address of such a
 * link. True also where this cannot be ruled out.
 */
function mayShowItsAddress({ name, attribs, children }: Element, sentinels: Sentinels): boolean {
  if (name !== 'a' || !attribs.href) return false
  const text = wordsOf(children)
  if (text === null) return true
  const pieces = sentinels.split(text)
  if (pieces.every((piece) => typeof piece === 'string')) return false
  const [first, last] = [pieces[0], pieces.at(-1)]
  const href = attribs.href.replace(/^mailto:/, '')
  const mayBegin = typeof first !== 'string' || href.startsWith(first)
  const mayEnd = typeof last !== 'string' || href.endsWith(last)
  return mayBegin && mayEnd
}

/** The text of a link without its white space; null when the link contains more than text. */
function wordsOf(nodes: readonly Node[], depth = 0): string | null {
  if (depth > MAX_DEPTH) return null
  let words = ''
  for (const node of nodes) {
    if (isText(node)) words += node.data.replaceAll(BLANK, '')
    if (!isElement(node) || node.name === 'img') continue
    const inner = INLINE.has(node.name) ? wordsOf(node.children, depth + 1) : null
    if (inner === null) return null
    words += inner
  }
  return words
}
