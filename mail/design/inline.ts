import type { Inline, Mark } from '../../models/domain/design/design.js'
import { classes, type Drawing } from './drawing.js'
import { escapeAttribute, escapeLines } from './escape.js'
import { liquidAddress, liquidOutput } from './liquid.js'

/** How a line of text is written. */
interface LineStyle {
  /** The colour of links; null in a line that is a link itself, whose links and colours do not count. */
  linkColour: string | null
}

/** A line of text as HTML. Neighbours with the same link are one link. */
export function inlineHtml(inlines: readonly Inline[], drawing: Drawing, style: LineStyle): string {
  const groups: { link: string | null; html: string }[] = []
  for (const inline of inlines) {
    const link = style.linkColour === null ? null : linkOf(inline)
    const html = marked(inline, drawing, style)
    const last = groups.at(-1)
    if (last && last.link === link) last.html += html
    else groups.push({ link, html })
  }
  return groups.map(({ link, html }) => (link === null ? html : linked(link, html, drawing, style))).join('')
}

/** A text without marks and line breaks, for the hidden preview. */
export function plainHtml(inlines: readonly Inline[], { locals }: Pick<Drawing, 'locals'>): string {
  return inlines
    .map((inline) => ('field' in inline ? contentOf(inline, locals) : escapeAttribute(inline.text)))
    .join('')
}

function contentOf(inline: Inline, locals: Drawing['locals']): string {
  return 'field' in inline ? liquidOutput(inline.field, inline.fallback, locals) : escapeLines(inline.text)
}

function linkOf({ marks = [] }: Inline): string | null {
  const mark = marks.find((one) => typeof one === 'object' && 'link' in one)
  return typeof mark === 'object' && 'link' in mark ? mark.link : null
}

function linked(link: string, html: string, { locals, dark, ground }: Drawing, { linkColour }: LineStyle): string {
  const colour = linkColour ?? ''
  const look = `color:${colour};text-decoration:underline`
  return `<a href="${liquidAddress(link, locals)}"${classes(dark.text(colour, ground))} style="${look}">${html}</a>`
}

function marked(inline: Inline, drawing: Drawing, { linkColour }: LineStyle): string {
  const marks = inline.marks ?? []
  return marks.reduce(
    (html, mark) => (linkColour === null && typeof mark === 'object' ? html : withMark(html, mark, drawing)),
    contentOf(inline, drawing.locals),
  )
}

const ELEMENTS = { bold: 'strong', italic: 'em', strike: 's' } as const

function withMark(html: string, mark: Mark, { dark, ground }: Drawing): string {
  if (typeof mark === 'string') return `<${ELEMENTS[mark]}>${html}</${ELEMENTS[mark]}>`
  if (!('color' in mark)) return html
  return `<span${classes(dark.text(mark.color, ground))} style="color:${mark.color}">${html}</span>`
}
