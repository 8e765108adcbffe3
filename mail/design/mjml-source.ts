import { Parser } from 'htmlparser2'

/** Limits on MJML that people write. */
export const MAX_MJML_BYTES = 500 * 1024
const MAX_NESTING = 50

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const NAME = /[a-z]+/iy
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
  const readable = withClosedVoids(source)
  const fault = faultOf(readable.text)
  return fault ? { ...fault, offset: readable.offsetOf(fault.offset) } : readable
}

/** Ends the parsing of a document at its first fault. */
class FoundFault extends Error {
  readonly fault: SourceFault

  constructor(message: string, offset: number) {
    super(message)
    this.fault = { message, offset }
  }
}

function faultOf(text: string): SourceFault | null {
  const open: { name: string; offset: number }[] = []
  const parser = new Parser(
    {
      onopentagname(name) {
        const offset = parser.startIndex
        if (name === 'mj-include') throw new FoundFault('mj-include is not supported', offset)
        if (name.startsWith('mj') && !KNOWN.has(name)) throw new FoundFault(`Unknown element ${name}`, offset)
        open.push({ name, offset })
        if (open.length <= MAX_NESTING) return
        throw new FoundFault(`Elements can be nested at most ${MAX_NESTING} levels deep`, offset)
      },
      onclosetag(name, isImplied) {
        const { offset = 0 } = open.pop() ?? {}
        const isSelfClosed = text[parser.endIndex - 1] === '/'
        if (isImplied && !isSelfClosed) throw new FoundFault(`The element ${name} is not closed`, offset)
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  try {
    parser.end(text)
    return null
  } catch (error) {
    if (error instanceof FoundFault) return error.fault
    throw error
  }
}

function withClosedVoids(source: string): ReadableMjml {
  const ends = endsOfOpenVoids(source)
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

/** The offsets of the `>` of void elements that are not closed. */
function endsOfOpenVoids(source: string): number[] {
  const ends: number[] = []
  for (let p = source.indexOf('<'); p !== -1; p = source.indexOf('<', p + 1)) {
    NAME.lastIndex = p + 1
    if (!VOID.has((NAME.exec(source)?.[0] ?? '').toLowerCase())) continue
    const end = endOfTag(source, p)
    if (end === -1) break
    if (source[end - 1] !== '/') ends.push(end)
    p = end
  }
  return ends
}

function endOfTag(source: string, from: number): number {
  for (let p = from; p < source.length && p !== -1; p += 1) {
    if (source[p] === '>') return p
    if (source[p] !== '"' && source[p] !== "'") continue
    p = source.indexOf(source.charAt(p), p + 1)
    if (p === -1) return -1
  }
  return -1
}
