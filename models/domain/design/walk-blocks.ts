import type { Block, EmailDesign, Inline } from './design.js'

/** Every block of a design with its path, such as `blocks.2.columns.0.1`: first a block, then those inside of it. */
export function* walkBlocks(design: Pick<EmailDesign, 'blocks'>): Generator<{ block: Block; path: string }> {
  yield* walk(design.blocks, 'blocks')
}

function* walk(blocks: readonly Block[], at: string): Generator<{ block: Block; path: string }> {
  for (const [index, block] of blocks.entries()) {
    const path = `${at}.${index}`
    yield { block, path }
    if (block.type === 'section' || block.type === 'repeat') yield* walk(block.blocks, `${path}.blocks`)
    if (block.type !== 'columns') continue
    for (const [column, inner] of block.columns.entries()) yield* walk(inner, `${path}.columns.${column}`)
  }
}

/** The lines of text of a block, without those of the blocks inside of it. */
export function linesOf(block: Block): Inline[][] {
  switch (block.type) {
    case 'heading':
    case 'quote':
      return [block.content]
    case 'button':
      return [block.label]
    case 'text':
      return block.content.flatMap((part) => (part.type === 'list' ? part.items : [part.content]))
    default:
      return []
  }
}
