import { parseDocument, Parser } from 'htmlparser2'
import { isElement, isText, type Element, type Node } from './html-nodes.js'
import { addressKindOf, readLink, type LinkSlots } from './link-slots.js'
import { hasSlots, type Pieces, type Sentinels } from './sentinels.js'

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
  const nodes: Node[] = [...parseDocument(html).children]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (isText(node)) count(places, sentinels.split(node.data), true)
    if (!('children' in node)) continue
    if (isElement(node) && !readElement(node, sentinels, places)) continue
    for (const child of node.children) nodes.push(child)
  }
  for (const slot of slotsAfterAmpersand(sentinels.split(html))) places.slots.delete(slot)
  for (const slot of slotsWithoutQuotes(html, sentinels)) places.slots.delete(slot)
  return places
}

function count({ slots }: SlotPlaces, pieces: Pieces, isInText: boolean): void {
  for (const slot of pieces) {
    if (typeof slot !== 'number') continue
    const { inBody, inText } = slots.get(slot) ?? { inBody: 0, inText: 0 }
    slots.set(slot, { inBody: inBody + 1, inText: isInText ? inText + 1 : inText })
  }
}

/** Notes the slots in the attributes of an element; false for an element whose content has no places. */
function readElement(element: Element, sentinels: Sentinels, places: SlotPlaces): boolean {
  const { name, attribs } = element
  const link = name === 'a' && attribs['href'] ? readLink(element, sentinels) : undefined
  for (const [attribute, value] of Object.entries(attribs)) {
    const pieces = sentinels.split(value)
    const isAddress = LINKS.has(name) && attribute === 'href'
    const kind = isAddress ? addressKindOf(pieces) : 'other'
    // The attributes of a numbered list decide about the numbers in its text version.
    if (kind === null || (isAddress && link === null) || name === 'ol') continue
    if (kind === 'web' && hasSlots(pieces)) places.webAddresses.push(pieces)
    count(places, pieces, isAddress && link?.isAddressShown === true)
  }
  if (link && (hasSlots(link.text) || hasSlots(link.address))) places.links.push(link)
  return !RAW.has(name) && link !== null
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
