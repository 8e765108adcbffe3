import { QuoteType, Tokenizer } from 'htmlparser2'
import { isWebAddress } from './tracking-tokens.js'
import { withoutEnd } from '../../runtime/without-end.js'
import { escapeHtml } from '../rendering/escape-html.js'

// Some proxies would refuse a longer address within a token.
const MAX_TARGET_BYTES = 4_096
const LINK_TAGS = new Set(['a', 'area'])
const LIQUID = /\{\{|\{%/

/** The targets of tracked links and of the pixel. */
export interface Tracking {
  /** The tracked address of a target. */
  linkTo(target: string): string
  pixelUrl: string
  /** Whether the link of a target is tracked. Other links stay as they are. */
  isTracked: (target: string) => boolean
}

/** A range of the document and its replacement. */
interface Splice {
  start: number
  end: number
  text: string
}

/**
 * Replaces the web links of a rendered body by `linkTo` and adds the pixel at its end. Only the values of `href`
 * change. Comments stay as they are, even those that Outlook reads.
 */
export function trackLinks(html: string, tracking: Tracking): string {
  const { links, bodyEnd } = findLinks(html)
  const tracked = replaced(links, (target) => (tracking.isTracked(target) ? tracking.linkTo(target) : target))
  const at = bodyEnd ?? html.length
  return splice(html, [...tracked, { start: at, end: at, text: pixel(tracking.pixelUrl) }])
}

/** The document with other addresses in its links. */
export function replaceLinks(html: string, replacementOf: (target: string) => string): string {
  return splice(html, replaced(findLinks(html).links, replacementOf))
}

function replaced(links: readonly Link[], replacementOf: (target: string) => string): Splice[] {
  return links.flatMap(({ start, end, target }) => {
    const replacement = replacementOf(target)
    return replacement === target ? [] : [{ start, end, text: escapeHtml(replacement) }]
  })
}

/** Whether the link of a target can be tracked. Links to the recipient's pages are not tracked. */
export function isTrackable(target: string, recipientPages: readonly string[] = []): boolean {
  if (!isWebAddress(target) || LIQUID.test(target)) return false
  return Buffer.byteLength(target) <= MAX_TARGET_BYTES && !recipientPages.some((url) => target.startsWith(url))
}

function pixel(url: string): string {
  return `<img src="${escapeHtml(url)}" width="1" height="1" alt="" style="border:0;height:1px;width:1px">`
}

function splice(text: string, splices: Splice[]): string {
  let result = ''
  let from = 0
  for (const { start, end, text: replacement } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(from, start) + replacement
    from = end
  }
  return result + text.slice(from)
}

/** The value of an `href`: its range in the document, and its address. */
interface Link {
  start: number
  end: number
  target: string
}

/** The links that a browser recognises, and the place of the last `</body>`. */
function findLinks(html: string): { links: Link[]; bodyEnd: number | null } {
  const links: Link[] = []
  let bodyEnd: number | null = null
  let isLink = false
  let href: Link | null = null
  let name: { text: string; end: number } | null = null
  let value = ''
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase()
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onopentagname(start, end) {
        isLink = LINK_TAGS.has(nameAt(start, end))
        href = null
      },
      onattribname(start, end) {
        name = { text: nameAt(start, end), end }
        value = ''
      },
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
      onattribend(quote, end) {
        if (!isLink || name?.text !== 'href') return
        // The first of two attributes of one name counts.
        isLink = false
        if (quote !== QuoteType.NoValue) href = { ...rangeOf(html, name.end, quote, end), target: trimmed(value) }
      },
      // A tag that is not closed before the document ends is no tag.
      onopentagend: () => void (href && links.push(href)),
      onselfclosingtag: () => void (href && links.push(href)),
      onclosetag(start, end) {
        if (nameAt(start, end) === 'body') bodyEnd = start - '</'.length
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return { links, bodyEnd }
}

function rangeOf(html: string, nameEnd: number, quote: QuoteType, end: number): { start: number; end: number } {
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
