import { parseDocument, Parser } from 'htmlparser2'
import { isElement, isText, type Element, type Node } from './html-nodes.js'
import { addressKindOf, mayShowItsAddress } from './link-slots.js'
import type { Pieces, Sentinels } from './sentinels.js'

// Readers do not parse the content of these as HTML, or not all of them do.
const RAW = new Set(
  'script style title textarea xmp iframe noembed noframes noscript plaintext template svg math select'.split(' '),
)
const LINKS = new Set(['a', 'area'])

/** The slots of a body in which every plain value leaves the rest of the document as it is. */
export interface SlotPlaces {
  /** By slot, how often its value occurs in the text version. */
  occurrences: Map<number, number>
  /** The addresses of links that begin with a value: it must make them web addresses. */
  webAddresses: Pieces[]
}

/** Finds the slots whose sentinels stand in plain text, or in an attribute between quotes. */
export function findSlotPlaces(html: string, sentinels: Sentinels): SlotPlaces {
  const places: SlotPlaces = { occurrences: new Map(), webAddresses: [] }
  const nodes: Node[] = [...parseDocument(html).children]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (isText(node)) for (const slot of sentinels.slotsIn(node.data)) places.occurrences.set(slot, 1)
    if (!('children' in node)) continue
    if (isElement(node) && !readElement(node, sentinels, places)) continue
    for (const child of node.children) nodes.push(child)
  }
  for (const slot of slotsAfterAmpersand(sentinels.split(html))) places.occurrences.delete(slot)
  for (const slot of slotsWithoutQuotes(html, sentinels)) places.occurrences.delete(slot)
  return places
}

/** Notes the slots in the attributes of an element; false for an element whose content has no places. */
function readElement(element: Element, sentinels: Sentinels, { occurrences, webAddresses }: SlotPlaces): boolean {
  const { name, attribs } = element
  const mayShow = mayShowItsAddress(element, sentinels)
  for (const [attribute, value] of Object.entries(attribs)) {
    const pieces = sentinels.split(value)
    const isAddress = LINKS.has(name) && attribute === 'href'
    const kind = isAddress ? addressKindOf(pieces) : 'other'
    // The attributes of a numbered list decide about the numbers in its text version.
    if (kind === null || (isAddress && mayShow) || name === 'ol') continue
    if (kind === 'web' && pieces.some((piece) => typeof piece === 'number')) webAddresses.push(pieces)
    const isShown = isAddress && name === 'a'
    for (const piece of pieces) if (typeof piece === 'number') occurrences.set(piece, isShown ? 1 : 0)
  }
  return !RAW.has(name) && !mayShow
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
