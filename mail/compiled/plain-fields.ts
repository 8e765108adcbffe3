import { parseDocument, Parser } from 'htmlparser2'
import { isHiddenElement } from '../rendering/read-document.js'
import { isTrackingMark } from '../links/find-links.js'
import { isElement, isText, type Element, type Node } from './html-nodes.js'
import { addressKindOf, readLink, type CompiledLink } from './compiled-link.js'
import { hasFields, TOKEN_FIELD, type CompiledText } from './compiled-text.js'
import type { Markers } from './markers.js'

// Not all programs parse the content of these elements as HTML.
const RAW = new Set(
  'script style title textarea xmp iframe noembed noframes noscript plaintext template svg math select'.split(' '),
)
const LINKS = new Set(['a', 'area'])

/** How often the value of a field occurs in a body and in its text version. */
interface Occurrences {
  inBody: number
  inText: number
}

/** The fields of a body in which no plain value changes the rest of the document. */
export interface PlainFields {
  fields: Map<number, Occurrences>
  /** Addresses of links that must be web addresses with the values of each recipient. */
  webAddresses: CompiledText[]
  /** Links that must show or hide their address as they do with markers. */
  links: CompiledLink[]
}

/** Finds the fields whose markers stand in text, or in an attribute between quotes. */
export function findPlainFields(html: string, markers: Markers): PlainFields {
  const found: PlainFields = { fields: new Map(), webAddresses: [], links: [] }
  const nodes: Place[] = parseDocument(html).children.map((node) => ({ node, isSeen: true }))
  for (let place = nodes.pop(); place; place = nodes.pop()) {
    const { node } = place
    if (isText(node)) count(found, markers.split(node.data), { isInBody: true, isInText: place.isSeen })
    if (!('children' in node)) continue
    const isSeen = place.isSeen && !(isElement(node) && isHiddenElement(node.name, node.attribs))
    if (isElement(node) && !readElement({ node, isSeen }, markers, found)) continue
    for (const child of node.children) nodes.push({ node: child, isSeen })
  }
  for (const field of fieldsAfterAmpersand(markers.split(html))) found.fields.delete(field)
  for (const field of fieldsWithoutQuotes(html, markers)) found.fields.delete(field)
  return found
}

/** A node, and whether a person sees it. */
interface Place<N extends Node = Node> {
  node: N
  isSeen: boolean
}

function count(
  { fields }: PlainFields,
  text: CompiledText,
  { isInBody, isInText }: { isInBody: boolean; isInText: boolean },
): void {
  for (const field of text) {
    if (typeof field !== 'number') continue
    const { inBody, inText } = fields.get(field) ?? { inBody: 0, inText: 0 }
    fields.set(field, { inBody: inBody + (isInBody ? 1 : 0), inText: inText + (isInText ? 1 : 0) })
  }
}

/** Counts the fields in the attributes of an element; false for an element whose content is not plain text. */
function readElement({ node: element, isSeen }: Place<Element>, markers: Markers, found: PlainFields): boolean {
  const { name, attribs } = element
  const link = name === 'a' && attribs['href'] ? readLink(element, markers) : undefined
  for (const [attribute, value] of Object.entries(attribs)) {
    const text = markers.split(value)
    const isAddress = LINKS.has(name) && attribute === 'href'
    const kind = isAddress ? addressKindOf(text) : 'other'
    if (kind === null || (isAddress && link === null) || decidesMore(name, attribute)) continue
    if (kind === 'web' && hasFields(text)) found.webAddresses.push(text)
    count(found, text, { isInBody: true, isInText: isSeen && name === 'img' && attribute === 'alt' })
  }
  if (link) addLink(link, isSeen, found)
  return !RAW.has(name) && link !== null
}

// The attributes of a numbered list decide the numbers in the text version. A style decides what a person sees. The
// size of an image decides whether a person sees the image in its link. A mark decides whether a link is tracked.
function decidesMore(name: string, attribute: string): boolean {
  if (isTrackingMark(name, attribute)) return true
  return name === 'ol' || attribute === 'style' || (name === 'img' && (attribute === 'width' || attribute === 'height'))
}

function addLink(link: CompiledLink, isSeen: boolean, found: PlainFields): void {
  if (isSeen && link.isAddressShown) count(found, link.address, { isInBody: false, isInText: true })
  // The token of the recipient's links is always one word.
  const hasValues = [link.text, link.href].some((text) => hasFields(text.filter((item) => item !== TOKEN_FIELD)))
  if (isSeen && hasValues) found.links.push(link)
}

// An entity that begins in the text before a value could end in the value.
function fieldsAfterAmpersand(text: CompiledText): number[] {
  return text.flatMap((item, index) => {
    const before = text[index - 1]
    return typeof item === 'number' && typeof before === 'string' && /&[#\w]*$/.test(before) ? [item] : []
  })
}

// Without quotes, a blank in a value would end the attribute.
function fieldsWithoutQuotes(html: string, markers: Markers): number[] {
  const fields: number[] = []
  const parser = new Parser({
    onattribute: (_name, value, quote) => void (quote ? 0 : fields.push(...markers.fieldsIn(value))),
  })
  parser.end(html)
  return fields
}
