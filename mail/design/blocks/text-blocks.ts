import { darkInk } from '../../../models/domain/design/colours.js'
import type { HeadingBlock, Paragraph, QuoteBlock, TextBlock, TextList } from '../../../models/domain/design/design.js'
import { classes, rawRow, startOf, textRow, fontStyle, type Drawing } from '../drawing.js'
import { inlineHtml } from '../inline.js'

const HEADING_SIZES = { 1: 28, 2: 22, 3: 18 } as const
const PARAGRAPH_SPACE = 12

/** A heading, as an element of its level. */
export function heading({ id, level, align, content }: HeadingBlock, drawing: Drawing): string {
  const { look, dark, ground } = drawing
  const side = align ?? startOf(drawing)
  const style = `margin:0;${fontStyle(drawing, HEADING_SIZES[level], '1.25')};font-weight:700;text-align:${side};color:${look.ink}`
  const html = inlineHtml(content, drawing, { linkColour: look.accent })
  return rawRow(
    { id, align: side },
    `<h${level}${classes(dark.text(look.ink, ground))} style="${style}">${html}</h${level}>`,
  )
}

/** Paragraphs and lists. */
export function text({ id, content }: TextBlock, drawing: Drawing): string {
  const parts = content.map((part, index) => {
    const space = index === content.length - 1 ? 0 : PARAGRAPH_SPACE
    return part.type === 'list' ? list(part, drawing, space) : paragraph(part, drawing, space)
  })
  return textRow(drawing, { id, align: startOf(drawing) }, parts.join(''))
}

function paragraph({ content, align }: Paragraph, drawing: Drawing, space: number): string {
  const html = inlineHtml(content, drawing, { linkColour: drawing.look.accent })
  const side = align ? `;text-align:${align}` : ''
  // A mailbox shows an empty paragraph without height.
  return `<p style="margin:0 0 ${space}px${side}">${html === '' ? '&nbsp;' : html}</p>`
}

// Outlook for Windows ignores the padding of lists, but keeps their margin.
function list({ ordered, items }: TextList, drawing: Drawing, space: number): string {
  const element = ordered ? 'ol' : 'ul'
  const margin = drawing.isRtl ? `0 24px ${space}px 0` : `0 0 ${space}px 24px`
  const lines = items.map((item) => {
    return `<li style="margin:0 0 4px">${inlineHtml(item, drawing, { linkColour: drawing.look.accent })}</li>`
  })
  return `<${element} style="margin:${margin};padding:0">${lines.join('')}</${element}>`
}

/** Words of someone, with a line at their side. */
export function quote({ id, content }: QuoteBlock, drawing: Drawing): string {
  const { look, dark, ground } = drawing
  const side = startOf(drawing)
  const html = inlineHtml(content, drawing, { linkColour: look.accent })
  const style = `margin:0;padding-${side}:16px;border-${side}:3px solid ${look.accent};font-style:italic`
  const line = dark.line(look.accent, darkInk(look.accent, ground))
  return textRow(drawing, { id, align: side }, `<blockquote${classes(line)} style="${style}">${html}</blockquote>`)
}
