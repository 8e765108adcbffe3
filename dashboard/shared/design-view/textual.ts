import type { Block, TextPart } from '../../../models/domain/design/design.js'

/** A block whose text is edited in place. */
export type TextualBlock = Extract<Block, { type: 'heading' | 'text' | 'quote' | 'button' }>

/** Whether the text of a block is edited in place. */
export function isTextual(block: Block): block is TextualBlock {
  return block.type === 'heading' || block.type === 'text' || block.type === 'quote' || block.type === 'button'
}

/** The text of a block as paragraphs and lists; one paragraph for a block of a single line. */
export function partsOf(block: TextualBlock): TextPart[] {
  if (block.type === 'text') return block.content
  return [{ type: 'paragraph', content: block.type === 'button' ? block.label : block.content }]
}
