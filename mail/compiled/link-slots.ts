import { isHiddenElement } from '../rendering/read-document.js'
import { isForPeople, isLabelOf, shownAddress, shownInAddress } from '../rendering/shown-address.js'
import { isElement, isText, type Element } from './html-nodes.js'
import { fillPieces, hasSlots, TOKEN_SLOT, type Pieces, type Sentinels } from './sentinels.js'

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
  if (!hasSlots(pieces)) return 'other'
  const [first] = pieces
  if (typeof first === 'number') return first === TOKEN_SLOT ? 'other' : 'web'
  if (WEB_HOST.test(first ?? '')) return 'web'
  return NO_WEB_ADDRESS.test(first ?? '') ? 'other' : null
}

/** A link whose text or address has slots. The text version leaves out the address of a link whose text is the same. */
export interface LinkSlots {
  /** The text without its white space. */
  text: Pieces
  href: Pieces
  /** The address as the text version shows it. */
  address: Pieces
  isAddressShown: boolean
}

/** The text and the address of a link, when one of them has slots; null for a link that contains more than text. */
export function readLink({ attribs, children }: Element, sentinels: Sentinels): LinkSlots | null {
  const text = wordsOf(children)
  const { href = '' } = attribs
  const address = shownAddress(href)
  // A link without words may show its address because of a picture.
  if (text === null || text === '') return null
  const isAddressShown = address !== '' && !isLabelOf(text, address)
  return {
    text: sentinels.split(text),
    href: sentinels.split(href),
    address: sentinels.split(address),
    isAddressShown,
  }
}

/** Whether a link with values in its slots shows its address as it did with sentinels. */
export function isShownAsCompiled(
  { text, href, address, isAddressShown }: LinkSlots,
  values: readonly string[],
): boolean {
  const filled = fillPieces(href, values)
  const shown = shownAddress(filled)
  if (shown !== fillPieces(address, isForPeople(filled) ? values : values.map(shownInAddress))) return false
  const words = fillPieces(text, values).replaceAll(' ', '')
  return (shown !== '' && !isLabelOf(words, shown)) === isAddressShown
}

/** The text of a link without its white space; null when the link contains more than text. */
function wordsOf(nodes: Element['children'], depth = 0): string | null {
  if (depth > MAX_DEPTH) return null
  let words = ''
  for (const node of nodes) {
    if (isText(node)) words += node.data.replaceAll(BLANK, '')
    if (!isElement(node) || isHiddenElement(node.name, node.attribs)) continue
    if (node.name === 'img') {
      words += (node.attribs['alt'] ?? '').replaceAll(BLANK, '')
      continue
    }
    const inner = INLINE.has(node.name) ? wordsOf(node.children, depth + 1) : null
    if (inner === null) return null
    words += inner
  }
  return words
}
