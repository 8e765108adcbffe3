import { isHiddenElement } from '../rendering/read-document.js'
import { isForPeople, isLabelOf, shownAddress, shownInAddress } from '../rendering/shown-address.js'
import { isElement, isText, type Element } from './html-nodes.js'
import { fillFields, hasFields, TOKEN_FIELD, type CompiledText } from './compiled-text.js'
import type { Markers } from './markers.js'

// These elements add no text to a link.
const INLINE = new Set('b strong i em u span font small big sub sup br'.split(' '))
const MAX_DEPTH = 20
const BLANK = /[ \t\r\n\f\u200b]+/g
const WEB_HOST = /^https?:\/\/[^\s/?#]+[/?#]/i
const NO_WEB_ADDRESS = /^(?:mailto:|tel:|sms:|#|\/)/i

/**
 * The kind of a link's address, whatever plain values its fields get: web addresses are tracked, others are not. An
 * address that begins with a field counts as a web address, and each value is checked later. Null where values decide.
 */
export function addressKindOf(address: CompiledText): 'web' | 'other' | null {
  if (!hasFields(address)) return 'other'
  const [first] = address
  if (typeof first === 'number') return first === TOKEN_FIELD ? 'other' : 'web'
  if (WEB_HOST.test(first ?? '')) return 'web'
  return NO_WEB_ADDRESS.test(first ?? '') ? 'other' : null
}

/** A link whose text or address has fields. The text version omits an address that is also the text of its link. */
export interface CompiledLink {
  /** The text without white space. */
  text: CompiledText
  href: CompiledText
  /** The address as the text version shows it. */
  address: CompiledText
  isAddressShown: boolean
}

/** Reads the text and the address of a link; null for a link that contains more than text. */
export function readLink({ attribs, children }: Element, markers: Markers): CompiledLink | null {
  const text = wordsOf(children)
  const { href = '' } = attribs
  const address = shownAddress(href)
  // A link without words may show its address because of an image.
  if (text === null || text === '') return null
  const isAddressShown = address !== '' && !isLabelOf(text, address)
  return {
    text: markers.split(text),
    href: markers.split(href),
    address: markers.split(address),
    isAddressShown,
  }
}

/** Whether a link with these values shows or hides its address as it did with markers. */
export function isShownAsCompiled(
  { text, href, address, isAddressShown }: CompiledLink,
  values: readonly string[],
): boolean {
  const filled = fillFields(href, values)
  const shown = shownAddress(filled)
  if (shown !== fillFields(address, isForPeople(filled) ? values : values.map(shownInAddress))) return false
  const words = fillFields(text, values).replaceAll(' ', '')
  return (shown !== '' && !isLabelOf(words, shown)) === isAddressShown
}

/** The text of a link without white space; null for a link that contains more than text. */
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
