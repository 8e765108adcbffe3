import { parseDocument } from 'htmlparser2'
import type { Sentinels } from './sentinels.js'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Text = Extract<Node, { nodeType: 3 }>
type Element = Extract<Node, { attribs: object }>

// What stands in these is not read as HTML, or not by every reader.
const RAW = new Set(
  'script style title textarea xmp iframe noembed noframes noscript plaintext template svg math select'.split(' '),
)
// What adds nothing of its own to the text of a link.
const INLINE = new Set('b strong i em u span font small big sub sup br'.split(' '))
const TEXT_NODE = 3
const MAX_DEPTH = 20
const BLANK = /[ \t\r\n\f\u200b]+/g

/**
 * The slots of a marked document whose sentinels stand in plain text, where one plain value makes no other difference
 * than another.
 */
export function slotsInText(html: string, sentinels: Sentinels): Set<number> {
  const found = new Set<number>()
  const waiting: Node[] = [...parseDocument(html).children]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isText(node)) for (const slot of sentinels.slotsIn(node.data)) found.add(slot)
    if (!('children' in node) || (isElement(node) && (RAW.has(node.name) || mayShowItsAddress(node, sentinels))))
      continue
    for (const child of node.children) waiting.push(child)
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

// An entity that begins in the text before it could end in the value.
function slotsAfterAmpersand(pieces: (string | number)[]): number[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1]
    return typeof piece === 'number' && typeof before === 'string' && /&[#\w]*$/.test(before) ? [piece] : []
  })
}

/**
 * Whether the text of a link may come to be its address, for some values: then the address is not added to the text
 * version. True also of links in which that is hard to say.
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

/** The words of a link without the space between them; null when something else than text is in it. */
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
