import { cutToBytes, decodeText } from './decode-body.js'
import { fieldOf } from './header-fields.js'
import type { InboundLimits } from './limits.js'
import type { MimePart } from './mime-parts.js'
import { sanitiseHtml } from './sanitise-html.js'
import { escapeHtml } from '../rendering/escape-html.js'

/** A section that a message shows, in one or both forms. */
interface Section {
  plain?: MimePart
  html?: MimePart
}

/** The sections that a message shows, and the parts that are files. */
export interface Contents {
  sections: Section[]
  files: MimePart[]
}

// Forms of an alternative for particular mail programs. As files, they would only confuse the reader.
const SPECIAL_FORMS = new Set(['text/x-amp-html', 'text/watch-html'])

/** Divides the parts of a message into those that it shows and those that are files. */
export function sortParts(root: MimePart): Contents {
  const contents: Contents = { sections: [], files: [] }
  collect(root, contents, null)
  return contents
}

function collect(part: MimePart, contents: Contents, alternative: Section | null): void {
  if (part.parts.length > 0) {
    const section = part.type === 'multipart/alternative' ? (alternative ?? addSection(contents)) : alternative
    for (const child of part.parts) collect(child, contents, section)
    return
  }
  if (part.type.startsWith('multipart/')) return
  const form = shownForm(part)
  if (!form) {
    if (!alternative || !SPECIAL_FORMS.has(part.type)) contents.files.push(part)
    return
  }
  // Of several parts of one form in an alternative, the first is shown, and so is the first text of a related group.
  if (!alternative) addSection(contents)[form] = part
  else alternative[form] ??= part
}

function addSection(contents: Contents): Section {
  const section: Section = {}
  contents.sections.push(section)
  return section
}

// An inline text with a file name is a file, because mail programs send small text files in this way.
function shownForm(part: MimePart): 'plain' | 'html' | null {
  const disposition = fieldOf(part.fields, 'content-disposition') ?? ''
  if (/^\s*attachment\b/i.test(disposition) || /;\s*filename/i.test(disposition)) return null
  if (part.type === 'text/html') return 'html'
  return part.type === 'text/plain' ? 'plain' : null
}

/**
 * The text and the HTML of the sections. The HTML shows every section, even one that has only a plain form. The text is
 * null where a section has no plain form, since the text would be a fragment.
 */
export function readBodies(
  sections: Section[],
  limits: InboundLimits,
  faults: Set<string>,
): { text: string | null; html: string | null } {
  const shown = sections.filter(({ plain, html }) => plain ?? html)
  const budget = { plain: limits.bodyBytes, html: limits.bodyBytes }
  const decoded = shown.map(({ plain, html }) => ({
    plain: plain ? decodeWithin(plain, 'plain', { budget, faults }) : null,
    html: html ? decodeWithin(html, 'html', { budget, faults }) : null,
  }))
  const isPlain = decoded.length > 0 && decoded.every(({ plain }) => plain !== null)
  const text = isPlain ? cutToBytes(decoded.map(({ plain }) => plain).join('\n'), limits.bodyBytes) : null
  if (!decoded.some(({ html }) => html !== null)) return { text, html: null }
  const source = decoded.map(({ plain, html }) => html ?? plainAsHtml(plain ?? '')).join('\n')
  return { text, html: sanitiseWithin(source, limits.bodyBytes, faults) }
}

// All sections share one limit, so that a thousand sections cost no more than one.
function decodeWithin(
  part: MimePart,
  form: 'plain' | 'html',
  { budget, faults }: { budget: Record<'plain' | 'html', number>; faults: Set<string> },
): string {
  const text = decodeText(part, budget[form], faults)
  budget[form] = Math.max(budget[form] - Buffer.byteLength(text), 0)
  return text
}

function plainAsHtml(plain: string): string {
  return `<div style="white-space: pre-wrap">${escapeHtml(plain)}</div>`
}

// Sanitising adds escapes and attributes, so the result may be longer. A cut inside the result would break it.
function sanitiseWithin(source: string, limitBytes: number, faults: Set<string>): string | null {
  const html = sanitiseHtml(cutToBytes(source, limitBytes))
  const sizeBytes = Buffer.byteLength(html)
  if (sizeBytes <= limitBytes) return html
  faults.add(`The HTML is longer than ${limitBytes} bytes and was cut.`)
  const shorter = sanitiseHtml(cutToBytes(source, Math.floor((0.9 * limitBytes * limitBytes) / sizeBytes)))
  return Buffer.byteLength(shorter) <= limitBytes ? shorter : null
}
