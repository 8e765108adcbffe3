import { darkGround, darkInk, mixed } from '../../../models/domain/design/colours.js'
import type { PlainBlock } from '../../../models/domain/design/design.js'
import { blockClass, rawRow, startOf, type Drawing } from '../drawing.js'
import { button } from './button.js'
import { footer, social } from './footer-blocks.js'
import { image, logo } from './media-blocks.js'
import { heading, quote, text } from './text-blocks.js'

// The share of the ground in the colour of a line.
const LINE_SHARE = 0.8

/** The text that stands for the HTML of an author's block. Other text never has such braces, because it is escaped. */
export function htmlPlaceholder(id: string): string {
  return `{html:${id}}`
}

/** A block that holds no other, as rows of a column. */
export function plainBlock(block: PlainBlock, drawing: Drawing): string {
  switch (block.type) {
    case 'heading':
      return heading(block, drawing)
    case 'text':
      return text(block, drawing)
    case 'quote':
      return quote(block, drawing)
    case 'image':
      return image(block, drawing)
    case 'logo':
      return logo(block, drawing)
    case 'button':
      return button(block, drawing)
    case 'social':
      return social(block, drawing)
    case 'footer':
      return footer(block, drawing)
    case 'divider':
      return divider(block.id, drawing)
    case 'spacer':
      return `<mj-spacer css-class="${blockClass(block.id)}" height="${block.height}px" />`
    case 'html':
      return rawRow({ id: block.id, align: startOf(drawing) }, htmlPlaceholder(block.id), { padding: '0 12px' })
    default:
      return block satisfies never
  }
}

function divider(id: string, { look, ground, dark }: Drawing): string {
  const colour = mixed(look.ink, ground, LINE_SHARE)
  const counterpart = mixed(darkInk(look.ink, ground), darkGround(ground), LINE_SHARE)
  const names = [blockClass(id), dark.line(colour, counterpart)].filter((name) => name !== '').join(' ')
  return `<mj-divider css-class="${names}" border-width="1px" border-color="${colour}" padding="12px" />`
}
