import { isElement, isText, type Element } from './html-nodes.js'
import { TOKEN_SLOT, type Pieces, type Sentinels } from './sentinels.js'

// These add nothing of their own to the text of a link.
const INLINE = new Set('b strong i em u span font small big sub sup br'.split(' '))
const MAX_DEPTH = 20
const BLANK = /[ \t\r\n\f\u200b]+/g
const WEB_HOST = /^https?:\/\/[^\s/?#]+[/?#]/i
const NO_WEB_ADDRESS = /^(?:mailto:|tel:|sms:|#|\/)/i

/**
 * What the address of a link is, whatever plain values fill its slots: web addresses are tracked, others are not. An
 * address that begins with a value is taken for a web address, which its values must make it. Null where values decide.
 */
export function addressKindOf(pieces: Pieces): 'web' | 'other' | null {
  if (pieces.every((piece) => typeof piece === 'string')) return 'other'
  const [first] = pieces
  if (typeof first === 'number') return first === TOKEN_SLOT ? 'other' : 'web'
  if (WEB_HOST.test(first ?? '')) return 'web'
  return NO_WEB_ADDRESS.test(first ?? '') ? 'other' : null
}

/**
 * Whether some values make the text of a link equal to its address: the text version leaves out the address of such a
 * link. True also where this cannot be ruled out.
 */
export function mayShowItsAddress({ name, attribs, children }: Element, sentinels: Sentinels): boolean {
  if (name !== 'a' || !attribs.href) return false
  const text = wordsOf(children)
  if (text === null) return true
  const shown = sentinels.split(text)
  const address = sentinels.split(attribs.href.replace(/^mailto:/, ''))
  if (shown.length === 0 || [...shown, ...address].every((piece) => typeof piece === 'string')) return false
  // An address that begins with a value is a web address.
  const begin = typeof address[0] === 'string' ? address[0] : 'http'
  return agree(shown[0], begin, 'startsWith') && agree(shown.at(-1), address.at(-1), 'endsWith')
}

function agree(
  one: Pieces[number] | undefined,
  other: Pieces[number] | undefined,
  how: 'startsWith' | 'endsWith',
): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return true
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a[how](b) || b[how](a)
}

/** The text of a link without its white space; null when the link contains more than text. */
function wordsOf(nodes: Element['children'], depth = 0): string | null {
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
