import { isWebAddress } from './tracking-tokens.js'
import { escapeHtml } from '../rendering/escape-html.js'
import { findLinks, mayHoldMarks, type DocumentLink, type DocumentRange } from './find-links.js'

// Some proxies would refuse a longer address within a token.
const MAX_TARGET_BYTES = 4_096
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
interface Splice extends DocumentRange {
  text: string
}

/**
 * Replaces the web links of a rendered body by `linkTo` and adds the pixel at its end. Only the values of `href`
 * change. A link with `clicktracking="off"` loses that attribute instead. Comments stay as they are, even those that
 * Outlook reads.
 */
export function trackLinks(html: string, tracking: Tracking): string {
  const { links, marks, bodyEnd } = findLinks(html)
  const tracked = replaced(links, ({ target, isKept }) =>
    !isKept && tracking.isTracked(target) ? tracking.linkTo(target) : target,
  )
  const at = bodyEnd ?? html.length
  return splice(html, [...tracked, ...removed(marks), { start: at, end: at, text: pixel(tracking.pixelUrl) }])
}

/** The document without the attributes `clicktracking="off"` of its links. */
export function withoutMarks(html: string): string {
  return mayHoldMarks(html) ? splice(html, removed(findLinks(html).marks)) : html
}

/** The document with other addresses in its links. */
export function replaceLinks(html: string, replacementOf: (target: string, link: DocumentLink) => string): string {
  return splice(
    html,
    replaced(findLinks(html).links, (link) => replacementOf(link.target, link)),
  )
}

function removed(ranges: readonly DocumentRange[]): Splice[] {
  return ranges.map(({ start, end }) => ({ start, end, text: '' }))
}

function replaced(links: readonly DocumentLink[], replacementOf: (link: DocumentLink) => string): Splice[] {
  return links.flatMap((link) => {
    const { start, end, target } = link
    const replacement = replacementOf(link)
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
