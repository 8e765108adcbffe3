import { darkGround, darkInk, inkOn } from '../../../models/domain/design/colours.js'
import type { ButtonBlock } from '../../../models/domain/design/design.js'
import { classes, fontStyle, rawRow, startOf, type Drawing } from '../drawing.js'
import { inlineHtml } from '../inline.js'
import { liquidAddress } from '../liquid.js'

// Outlook for Windows ignores the padding of a link. These wide letters fill it, so that the whole area is the link.
const OUTLOOK_BEGIN =
  '<!--[if mso]><i style="mso-font-width:150%;mso-text-raise:22pt" hidden>&emsp;</i><span style="mso-text-raise:11pt"><![endif]-->'
const OUTLOOK_END = '<!--[if mso]></span><i style="mso-font-width:150%" hidden>&emsp;&#8203;</i><![endif]-->'

/** A link that looks like a button, of which the whole area can be clicked. */
export function button({ id, label, href, style, align }: ButtonBlock, drawing: Drawing): string {
  const { look, dark, ground, locals } = drawing
  const isSolid = style === 'solid'
  const behind = isSolid ? look.accent : ground
  const ink = isSolid ? inkOn(look.accent) : look.accent
  const css = [
    'display:inline-block;padding:12px 24px;text-decoration:none;font-weight:600;mso-padding-alt:0',
    fontStyle(drawing, 16, '1.25'),
    `border-radius:${look.radius}px;border:2px solid ${look.accent};color:${ink}`,
    ...(isSolid ? [`background-color:${look.accent}`] : []),
  ].join(';')
  const names = classes(
    dark.text(ink, behind),
    isSolid ? dark.ground(look.accent) : '',
    dark.line(look.accent, isSolid ? darkGround(look.accent) : darkInk(look.accent, ground)),
  )
  const html = inlineHtml(label, { ...drawing, ground: behind }, { linkColour: null })
  const link = `<a href="${liquidAddress(href, locals)}" target="_blank"${names} style="${css}">${OUTLOOK_BEGIN}${html}${OUTLOOK_END}</a>`
  return rawRow({ id, align: align ?? startOf(drawing) }, link)
}
