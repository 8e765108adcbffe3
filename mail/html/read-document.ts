import { Parser } from 'htmlparser2'
import { cleanHref } from './link-address.js'
import { noteEndTags } from './note-end-tags.js'
import { isBlank, isHidden, isSeenAsImage, isWithoutSize, readStyle } from './visibility.js'

/** A part of a document: offsets of its first character and of the one behind its last. */
interface Range {
  start: number
  end: number
}

/** A range of the document, and the HTML that says the same in words. */
export interface Replacement extends Range {
  html: string
}

/** A document as a person sees it. */
export interface VisibleDocument {
  /** The addresses of the links that can be seen and followed, cleaned. */
  hrefs: string[]
  /** The place behind all that the document shows, and still in its body: nothing that is put there is hidden. */
  end: number
  /** What is not shown, and pictures with the words that stand for them. Ordered, none within another. */
  replacements: Replacement[]
}

interface OpenElement {
  name: string
  start: number
  isHidden: boolean
  isWithoutSize: boolean
  /** The links and replacements that were there before it. */
  linksBefore: number
  replacementsBefore: number
}

interface OpenLink {
  /** The start tag. */
  tag: Range
  href: string
  isSeen: boolean
}

interface AreaLink {
  href: string
  map: string
}

/**
 * Reads a document as a mail program shows it (HTML, 13.2), by its parser alone: comments, metadata and hidden elements
 * are not seen. `describe` writes the words for a picture or a part of an image map. The time is linear.
 */
export function readDocument(html: string): VisibleDocument {
  const reader = new DocumentReader(html)
  return reader.read()
}

class DocumentReader {
  readonly #html: string
  readonly #stack: OpenElement[] = []
  readonly #replacements: Replacement[] = []
  readonly #hrefs: string[] = []
  readonly #areas: AreaLink[] = []
  readonly #usedMaps = new Set<string>()
  #link: OpenLink | null = null
  #map = ''
  #safeEnd = 0
  #bodyEnd: number | null = null
  #documentEnd: number | null = null
  readonly #parser: Parser

  constructor(html: string) {
    this.#html = html
    const Tokenizer = noteEndTags(html, (name, start) => this.#noteEndTag(name, start))
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
        ontext: (text) => this.#text(text),
        oncommentend: () => this.#comment(),
        onprocessinginstruction: () => this.#comment(),
      },
      { Tokenizer },
    )
  }

  read(): VisibleDocument {
    this.#parser.end(this.#html)
    const areas = this.#areas.filter(({ map }) => this.#usedMaps.has(map)).map(({ href }) => href)
    return {
      hrefs: [...this.#hrefs, ...areas],
      end: this.#bodyEnd ?? this.#documentEnd ?? this.#visibleEnd(this.#safeEnd),
      replacements: outermost(this.#replacements),
    }
  }
}
