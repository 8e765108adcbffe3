import { Parser } from 'htmlparser2'

/** Limits on MJML that people write. */
export const MAX_MJML_BYTES = 500 * 1024
const MAX_NESTING = 50

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const KNOWN = new Set(
  (
    'mjml mj-head mj-attributes mj-all mj-class mj-breakpoint mj-font mj-html-attributes mj-html-attribute mj-selector ' +
    'mj-preview mj-style mj-title mj-raw mj-body mj-accordion mj-accordion-element mj-accordion-text ' +
    'mj-accordion-title mj-button mj-carousel mj-carousel-image mj-column mj-divider mj-group mj-hero mj-image ' +
    'mj-navbar mj-navbar-link mj-section mj-social mj-social-element mj-spacer mj-table mj-text mj-wrapper'
  ).split(' '),
)

/** A fault of MJML, with the offset in its text. */
export interface SourceFault {
  message: string
  offset: number
}

/** MJML that the renderer can read, and a conversion of its offsets to those of the author's text. */
export interface ReadableMjml {
  text: string
  offsetOf: (offset: number) => number
}

/**
 * Checks MJML of an author before it is rendered, and closes the void elements of HTML, which the renderer expects as
 * XML has them. Files are never included.
 */
export function readMjml(source: string): ReadableMjml | SourceFault {
  if (Buffer.byteLength(source) > MAX_MJML_BYTES) {
    return { message: `MJML can be at most ${MAX_MJML_BYTES / 1024} KB`, offset: 0 }
  }
  const reader = new MjmlReader(source)
  const parser = new Parser(
    {
      onopentag: (name) => reader.open(name, parser.startIndex, parser.endIndex),
      onclosetag: (name, isImplied) => reader.close(name, parser.startIndex, isImplied),
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(source)
  return reader.fault ?? closed(source, reader.unclosed)
}

class MjmlReader {
  fault: SourceFault | null = null
  /** The offsets of the ends of void elements that are not closed. */
  readonly unclosed: number[] = []
  readonly #source: string
  readonly #open: { name: string; offset: number }[] = []

  constructor(source: string) {
    this.#source = source
  }

  open(name: string, start: number, end: number): void {
    if (this.fault) return
    const offset = start
    if (VOID.has(name.toLowerCase())) {
      if (this.#source[end - 1] !== '/') this.unclosed.push(end)
      // The parser expects an end, and reports it where the element around this one ends.
      this.#open.push({ name, offset })
      return
    }
    if (name === 'mj-include') this.fault = { message: 'mj-include is not supported', offset }
    else if (name.startsWith('mj') && !KNOWN.has(name)) this.fault = { message: `Unknown element ${name}`, offset }
    this.#open.push({ name, offset })
    if (this.#depth > MAX_NESTING) {
      this.fault ??= { message: `Elements can be nested at most ${MAX_NESTING} levels deep`, offset }
    }
  }

  close(name: string, start: number, isImplied: boolean): void {
    const opened = this.#open.pop()
    if (this.fault || !isImplied || VOID.has(name.toLowerCase())) return
    const isSelfClosed = this.#source.startsWith('<', start) && this.#isSelfClosed(start)
    if (!isSelfClosed) this.fault = { message: `The element ${name} is not closed`, offset: opened?.offset ?? start }
  }

  get #depth(): number {
    return this.#open.filter(({ name }) => !VOID.has(name.toLowerCase())).length
  }

  #isSelfClosed(start: number): boolean {
    const end = this.#source.indexOf('>', start)
    return this.#source[end - 1] === '/'
  }
}

function closed(source: string, ends: readonly number[]): ReadableMjml {
  let text = ''
  let from = 0
  for (const end of ends) {
    text += `${source.slice(from, end)}/`
    from = end
  }
  // Each slash that was added moves what follows by one.
  const offsetOf = (offset: number): number => offset - ends.filter((end, index) => end + index < offset).length
  return { text: text + source.slice(from), offsetOf }
}
