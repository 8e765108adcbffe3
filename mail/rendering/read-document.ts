import { Parser, Tokenizer } from 'htmlparser2'
import { isHiddenStyle, isPixelStyle } from './hidden-style.js'

/** A range of a document, in characters. */
export interface Range {
  start: number
  end: number
}

/** A document as a person reads it in a mail client. */
export interface ReadDocument {
  /** The addresses of the links that a reader can see and follow. */
  links: string[]
  /** The ranges that no reader sees: hidden elements, the title, and the tags around head and body. */
  unseen: Range[]
  /** The end of the visible part of the body, where more can be added. */
  end: number
}

// Mail clients do not show the content of these elements as part of the document.
const UNSEEN = new Set(
  'title style script noscript template iframe noembed noframes textarea select datalist'.split(' '),
)
const STRUCTURE = new Set(['html', 'head', 'body'])
const LINKS = new Set(['a', 'area'])
// White space, and characters that are not shown (Unicode, DerivedCoreProperties).
const UNSEEN_TEXT = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/** Whether the attributes of an element hide it with its content. An image of one pixel is hidden too. */
export function isHiddenElement(name: string, attributes: Record<string, string>): boolean {
  if (UNSEEN.has(name) || 'hidden' in attributes || isHiddenStyle(attributes['style'] ?? '')) return true
  return name === 'img' && isPixel(attributes)
}

/** Reads a document with the parser, which finds no elements in comments, attributes and scripts. */
export function readDocument(html: string): ReadDocument {
  const reader = new Reader(html)
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes, parser),
    onclosetag: (name, isImplied) => reader.close(name, isImplied, parser),
    ontext: (text) => reader.see(text),
  })
  parser.end(html)
  return { links: reader.links, unseen: reader.unseen, end: reader.outermostAround(bodyEnd(html)) }
}

/** The document without the ranges that no reader sees. */
export function visiblePart(html: string): string {
  let visible = ''
  let from = 0
  for (const { start, end } of readDocument(html).unseen.toSorted((one, other) => one.start - other.start)) {
    if (start >= from) visible += html.slice(from, start)
    from = Math.max(from, end)
  }
  return visible + html.slice(from)
}

/** An open element. */
interface Open {
  start: number
  isHidden: boolean
  /** The address of a link. */
  href: string | null
  isSeen: boolean
}

interface HiddenRange extends Range {
  isClosed: boolean
}

class Reader {
  readonly links: string[] = []
  readonly unseen: Range[] = []
  readonly #html: string
  readonly #open: Open[] = []
  readonly #openLinks: Open[] = []
  readonly #hidden: HiddenRange[] = []
  #linksBeforeHead = 0
  #hiddenDepth = 0

  constructor(html: string) {
    this.#html = html
  }

  open(name: string, attributes: Record<string, string>, place: Parser): void {
    const isHidden = isHiddenElement(name, attributes)
    const { startIndex: start, endIndex } = place
    if (STRUCTURE.has(name)) this.unseen.push({ start, end: endIndex + 1 })
    if (name === 'head') this.#linksBeforeHead = this.links.length
    if (isHidden) this.#hiddenDepth += 1
    if (name === 'img') this.#markSeen()
    const href = LINKS.has(name) ? (attributes['href']?.trim() ?? null) : null
    const open = { start, isHidden, href, isSeen: name === 'area' && this.#hiddenDepth === 0 }
    this.#open.push(open)
    if (href !== null) this.#openLinks.push(open)
  }

  close(name: string, isImplied: boolean, { startIndex, endIndex }: Parser): void {
    const closed = this.#open.pop()
    if (!closed) return
    // The parser closes an element without an end tag, such as an image, where the element begins.
    const isWhole = startIndex === closed.start
    // An end tag may hold white space.
    const end = isWhole
      ? endIndex + 1
      : isImplied
        ? startIndex
        : this.#html.indexOf('>', endIndex) + 1 || this.#html.length
    if (STRUCTURE.has(name) && !isImplied) this.unseen.push({ start: startIndex, end })
    // A head without its end tag may hold the whole document.
    if (name === 'head' && !isImplied) {
      this.links.length = this.#linksBeforeHead
      this.unseen.push({ start: closed.start, end })
    }
    if (closed.href !== null) this.#closeLink(closed)
    if (!closed.isHidden) return
    this.#hiddenDepth -= 1
    const range = { start: closed.start, end }
    this.unseen.push(range)
    this.#hidden.push({ ...range, isClosed: isWhole || !isImplied })
  }

  see(text: string): void {
    if (!UNSEEN_TEXT.test(text)) this.#markSeen()
  }

  /** The place before the outermost hidden element around a place; the place itself where the place is visible. */
  outermostAround(place: number): number {
    const around = this.#hidden.filter(({ start, end, isClosed }) => {
      return start < place && (place < end || (place === end && !isClosed))
    })
    return Math.min(place, ...around.map(({ start }) => start))
  }

  #markSeen(): void {
    const link = this.#openLinks.at(-1)
    if (link && this.#hiddenDepth === 0) link.isSeen = true
  }

  #closeLink({ href, isSeen }: Open): void {
    this.#openLinks.pop()
    if (!isSeen) return
    if (href !== null) this.links.push(href)
    // Content that is visible in a link is also visible in the links around it.
    this.#markSeen()
  }
}

/** Whether the attributes of an image make it too small to be seen. */
function isPixel({ width, height, style = '' }: Record<string, string>): boolean {
  return [width, height].some((size) => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size)) || isPixelStyle(style)
}

/**
 * The place before the last end tag of the body or, without one, of the document. If the document ends within a tag or
 * a comment, the place is before that tag or comment.
 */
function bodyEnd(html: string): number {
  const ends = new Map<string, number>()
  let readTo = 0
  const read = (_start: number, end: number): void => void (readTo = end)
  const tokenizer = new Tokenizer(
    {},
    {
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: read,
      onclosetag(start, end) {
        ends.set(html.slice(start, end).trim().toLowerCase(), start - '</'.length)
        readTo = html.indexOf('>', end) + 1 || end
      },
      oncomment(start, end) {
        const close = html.indexOf('>', end)
        readTo = close === -1 ? Math.max(0, html.lastIndexOf('<!', start)) : close + 1
      },
      ondeclaration: read,
      onend: nothing,
      onopentagend: (end) => void (readTo = end + 1),
      onopentagname: nothing,
      onprocessinginstruction: read,
      onselfclosingtag: (end) => void (readTo = end + 1),
      ontext: read,
      ontextentity: (_codepoint, end) => void (readTo = end),
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return ends.get('body') ?? ends.get('html') ?? (html.slice(readTo).startsWith('<') ? readTo : html.length)
}

function nothing(): void {
  // These tokens do not decide where a document ends.
}
