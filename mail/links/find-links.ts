import { QuoteType, Tokenizer } from 'htmlparser2'
import { withoutEnd } from '../../runtime/without-end.js'

const LINK_TAGS = new Set(['a', 'area'])
const MARK = 'clicktracking'

/** A range of a document, in characters. */
export interface DocumentRange {
  start: number
  end: number
}

/** The value of an `href`: its range in the document, and its address. */
export interface DocumentLink extends DocumentRange {
  target: string
  /** Whether its author wants the link as it is, by `clicktracking="off"`. */
  isKept: boolean
}

/** The links that a browser recognises in a document. */
export interface DocumentLinks {
  links: DocumentLink[]
  /** The attributes `clicktracking="off"`, each with the white space before it. */
  marks: DocumentRange[]
  /** The place of the last `</body>`. */
  bodyEnd: number | null
}

/** Whether a document may hold a mark. A document without one needs no reading. */
export function mayHoldMarks(html: string): boolean {
  return /clicktracking/i.test(html)
}

/** Whether an attribute of an element decides about the tracking of a link. */
export function isTrackingMark(element: string, attribute: string): boolean {
  return LINK_TAGS.has(element) && attribute === MARK
}

/** Finds the links of a document. */
export function findLinks(html: string): DocumentLinks {
  const found: DocumentLinks = { links: [], marks: [], bodyEnd: null }
  let tag: OpenTag | null = null
  let name = { text: '', start: 0, end: 0 }
  let value = ''
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase()
  // A tag that is not closed before the document ends is no tag.
  const close = (): void => {
    if (tag?.href) found.links.push({ ...tag.href, isKept: tag.isKept ?? false })
    found.marks.push(...(tag?.marks ?? []))
    tag = null
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onopentagname(start, end) {
        tag = LINK_TAGS.has(nameAt(start, end)) ? { marks: [] } : null
      },
      onattribname(start, end) {
        name = { text: nameAt(start, end), start, end }
        value = ''
      },
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
      onattribend(quote, end) {
        if (tag) readAttribute(tag, { html, name, value, quote, end })
      },
      onopentagend: close,
      onselfclosingtag: close,
      onclosetag(start, end) {
        if (nameAt(start, end) === 'body') found.bodyEnd = start - '</'.length
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return found
}

/** The start tag of a link, as far as it was read. Of two attributes of one name the first counts. */
interface OpenTag {
  /** Null for a tag whose first `href` has no value. */
  href?: Omit<DocumentLink, 'isKept'> | null
  isKept?: boolean
  marks: DocumentRange[]
}

interface Attribute {
  html: string
  name: DocumentRange & { text: string }
  value: string
  quote: QuoteType
  end: number
}

function readAttribute(tag: OpenTag, attribute: Attribute): void {
  const { html, name, value, quote, end } = attribute
  if (name.text === 'href' && tag.href === undefined) {
    tag.href = quote === QuoteType.NoValue ? null : { ...rangeOf(html, name.end, quote, end), target: trimmed(value) }
  }
  if (name.text !== MARK) return
  const mark = markOf(attribute)
  tag.isKept ??= mark !== null
  if (mark) tag.marks.push(mark)
}

/** The range of an attribute `clicktracking="off"`; null where the attribute has another value. */
function markOf({ html, name, value, quote, end }: Attribute): DocumentRange | null {
  // Without quotes, the slash of a tag that closes itself belongs to the value.
  const slash = quote === QuoteType.Unquoted && value.endsWith('/') && html[end] === '>' ? 1 : 0
  if (trimmed(value.slice(0, value.length - slash)).toLowerCase() !== 'off') return null
  const rest = end - slash
  // The white space before the attribute stays where what follows would become part of the tag's name or of a value.
  const isSeparated = /[\s>]/.test(html[rest] ?? '')
  return { start: isSeparated ? endOf(html, name.start) : name.start, end: rest }
}

/** The end of what precedes the white space before a place. */
function endOf(html: string, place: number): number {
  let end = place
  while (end > 0 && /\s/.test(html[end - 1] ?? '')) end -= 1
  return end
}

function rangeOf(html: string, nameEnd: number, quote: QuoteType, end: number): DocumentRange {
  const equals = html.indexOf('=', nameEnd) + 1
  const start = equals + html.slice(equals).search(/[^\t\n\f\r ]/)
  return quote === QuoteType.Unquoted ? { start, end } : { start: start + 1, end: end - 1 }
}

// HTML does not count white space (as the standard defines it) around an address as part of the address.
function trimmed(value: string): string {
  return withoutEnd(value, '\t\n\f\r ').replace(/^[\t\n\f\r ]+/, '')
}

const nothing = (): void => undefined
const IGNORED = {
  oncdata: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onprocessinginstruction: nothing,
  ontext: nothing,
  ontextentity: nothing,
}
