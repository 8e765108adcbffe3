import type { ImageBlock, LogoBlock } from '../../../models/domain/design/design.js'
import { blockClass, fontStyle, rawRow, ROW_PADDING, startOf, classes, type Drawing } from '../drawing.js'
import { escapeAttribute, escapeText } from '../escape.js'
import { liquidAddress } from '../liquid.js'

const LOGO_WIDTH = 160

/** A picture; nothing where none was chosen yet. */
export function image({ id, uploadId, src, alt, width, align, href }: ImageBlock, drawing: Drawing): string {
  const address = uploadId === undefined ? src && liquidAddress(src, drawing.locals) : drawing.imageUrl(uploadId)
  if (address === undefined || address === '') return ''
  const attributes = [
    `css-class="${blockClass(id)}"`,
    `src="${address}"`,
    `alt="${escapeAttribute(alt)}"`,
    `align="${align ?? 'center'}"`,
    `padding="${ROW_PADDING}"`,
    ...(width === undefined ? [] : [`width="${width}px"`]),
    ...(href === undefined ? [] : [`href="${liquidAddress(href, drawing.locals)}"`]),
  ]
  return `<mj-image ${attributes.join(' ')} />`
}

/** The logo of the brand; without one, the name of the project. */
export function logo({ id, width = LOGO_WIDTH, align, href }: LogoBlock, drawing: Drawing): string {
  const { brand, look } = drawing
  const side = align ?? startOf(drawing)
  const content = brand.logo === undefined ? name(drawing) : pictures(drawing, brand.logo, width)
  if (href === undefined) return rawRow({ id, align: side }, content)
  const style = `color:${look.ink};text-decoration:none`
  return rawRow({ id, align: side }, `<a href="${liquidAddress(href, drawing.locals)}" style="${style}">${content}</a>`)
}

function name(drawing: Drawing): string {
  const { look, dark, ground, projectName } = drawing
  const style = `${fontStyle(drawing, 20, '1.3')};font-weight:700;color:${look.ink}`
  return `<span${classes(dark.text(look.ink, ground))} style="${style}">${escapeText(projectName)}</span>`
}

function pictures({ brand, look, imageUrl, projectName }: Drawing, logo: string, width: number): string {
  const picture = (id: string, attributes: string): string => {
    const style = `display:inline-block;border:0;width:${width}px;max-width:100%;height:auto`
    return `<img src="${imageUrl(id)}" alt="${escapeAttribute(projectName)}" width="${width}" style="${style}"${attributes} />`
  }
  if (brand.darkLogo === undefined || look.dark === 'off') return picture(logo, '')
  // Outlook for Windows shows hidden pictures, so that it must not see the second one.
  const second = `<div class="only-dark" style="display:none;max-height:0;overflow:hidden">${picture(brand.darkLogo, '')}</div>`
  return `${picture(logo, ' class="only-light"')}<!--[if !mso]><!-->${second}<!--<![endif]-->`
}
