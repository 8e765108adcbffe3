import { parseDocument, Parser } from 'htmlparser2'
import { isHiddenElement } from '../rendering/read-document.js'
import { isElement, isText, type Element, type Node } from './html-nodes.js'
import { addressKindOf, readLink, type LinkSlots } from './link-slots.js'
import { hasSlots, TOKEN_SLOT, type Pieces, type Sentinels } from './sentinels.js'

// Readers do not parse the content of these as HTML, or not all of them do.
const RAW = new Set(
  'script style title textarea xmp iframe noembed noframes noscript plaintext template svg math select'.split(' '),
)
const LINKS = new Set(['a', 'area'])

/** How often the value of a slot stands in a body and in its text version. */
interface Occurrences {
  inBody: number
  inText: number
}

/** The slots of a body in which every plain value leaves the rest of the document as it is. */
export interface SlotPlaces {
  slots: Map<number, Occurrences>
  /** The addresses of links that their values must make web addresses. */
  webAddresses: Pieces[]
  /** The links whose text must go on to differ from their address, or to be the same. */
  links: LinkSlots[]
}

/** Finds the slots whose sentinels stand in plain text, or in an attribute between quotes. */
export function findSlotPlaces(html: string, sentinels: Sentinels): SlotPlaces {
  const places: SlotPlaces = { slots: new Map(), webAddresses: [], links: [] }
  const nodes: Place[] = parseDocument(html).children.map((node) => ({ node, isSeen: true }))
  for (let place = nodes.pop(); place; place = nodes.pop()) {
    const { node } = place
    if (isText(node)) count(places, sentinels.split(node.data), { isInBody: true, isInText: place.isSeen })
    if (!('children' in node)) continue
    const isSeen = place.isSeen && !(isElement(node) && isHiddenElement(node.name, node.attribs))
    if (isElement(node) && !readElement({ node, isSeen }, sentinels, places)) continue
    for (const child of node.children) nodes.push({ node: child, isSeen })
  }
  for (const slot of slotsAfterAmpersand(sentinels.split(html))) places.slots.delete(slot)
  for (const slot of slotsWithoutQuotes(html, sentinels)) places.slots.delete(slot)
  return places
}

/** A node, and whether a person sees it. */
interface Place<N extends Node = Node> {
  node: N
  isSeen: boolean
}

function count(
  { slots }: SlotPlaces,
  pieces: Pieces,
  { isInBody, isInText }: { isInBody: boolean; isInText: boolean },
): void {
  for (const slot of pieces) {
    if (typeof slot !== 'number') continue
    const { inBody, inText } = slots.get(slot) ?? { inBody: 0, inText: 0 }
    slots.set(slot, { inBody: inBody + (isInBody ? 1 : 0), inText: inText + (isInText ? 1 : 0) })
  }
}

/** Notes the slots in the attributes of an element; false for an element whose content has no places. */
function readElement({ node: element, isSeen }: Place<Element>, sentinels: Sentinels, places: SlotPlaces): boolean {
  const { name, attribs } = element
  const link = name === 'a' && attribs['href'] ? readLink(element, sentinels) : undefined
  for (const [attribute, value] of Object.entries(attribs)) {
    const pieces = sentinels.split(value)
    const isAddress = LINKS.has(name) && attribute === 'href'
    const kind = isAddress ? addressKindOf(pieces) : 'other'
    if (kind === null || (isAddress && link === null) || decidesMore(name, attribute)) continue
    if (kind === 'web' && hasSlots(pieces)) places.webAddresses.push(pieces)
    count(places, pieces, { isInBody: true, isInText: isSeen && name === 'img' && attribute === 'alt' })
  }
  if (link) noteLink(link, isSeen, places)
  return !RAW.has(name) && link !== null
}

// The attributes of a numbered list decide about the numbers in its text version, a style about what is seen at all, and
// the size of an image about whether it is seen in its link.
function decidesMore(name: string, attribute: string): boolean {
  return name === 'ol' || attribute === 'style' || (name === 'img' && (attribute === 'width' || attribute === 'height'))
}

function noteLink(link: LinkSlots, isSeen: boolean, places: SlotPlaces): void {
  if (isSeen && link.isAddressShown) count(places, link.address, { isInBody: false, isInText: true })
  // The token of the recipient's links is always one word.
  const hasValues = [link.text, link.href].some((pieces) => hasSlots(pieces.filter((piece) => piece !== TOKEN_SLOT)))
  if (isSeen && hasValues) places.links.push(link)
}

// An entity that begins in the text before a value could end in the value.
function slotsAfterAmpersand(pieces: Pieces): number[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1]
    return typeof piece === 'number' && typeof before === 'string' && /&[#\w]*$/.test(before) ? [piece] : []
  })
}

// A blank in a value would end the attribute.
function slotsWithoutQuotes(html: string, sentinels: Sentinels): number[] {
  const slots: number[] = []
  const parser = new Parser({
    onattribute: (_name, value, quote) => void (quote ? 0 : slots.push(...sentinels.slotsIn(value))),
  })
  parser.end(html)
  return slots
}
