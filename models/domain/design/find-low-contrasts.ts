import { contrastOf, READABLE_CONTRAST } from './colours.js'
import type { Block, Brand, EmailDesign, Inline } from './design.js'
import { lookOf, readableOn, type Look } from './look.js'
import { linesOf } from './walk-blocks.js'

/** A colour of text that is hard to read on its ground, and the first block that has it. */
export interface LowContrast {
  blockId: string
  colour: string
  ground: string
  /** From 1 to 21. */
  contrast: number
}

/**
 * The pairs of colours with too little contrast, each once. The counterparts for dark mailboxes are not looked at,
 * because they are computed with enough contrast.
 */
export function findLowContrasts(design: EmailDesign, brand: Brand): LowContrast[] {
  const look = lookOf(design.theme, brand)
  const found = new Map<string, LowContrast>()
  for (const { block, colour, ground } of colouredTexts(design.blocks, look, look.surface)) {
    const contrast = contrastOf(colour, ground)
    const key = colour + ground
    if (contrast < READABLE_CONTRAST && !found.has(key)) {
      found.set(key, { blockId: block.id, colour, ground, contrast: Math.floor(contrast * 10) / 10 })
    }
  }
  return [...found.values()]
}

interface ColouredText {
  block: Block
  colour: string
  ground: string
}

function* colouredTexts(blocks: readonly Block[], look: Look, ground: string): Generator<ColouredText> {
  for (const block of blocks) {
    switch (block.type) {
      case 'section': {
        const below = block.background ?? ground
        yield* colouredTexts(block.blocks, readableOn(below, look), below)
        break
      }
      case 'repeat':
        yield* colouredTexts(block.blocks, look, ground)
        break
      case 'columns':
        for (const column of block.columns) yield* colouredTexts(column, look, ground)
        break
      default:
        for (const colour of coloursOf(block, look)) yield { block, colour, ground }
    }
  }
}

function coloursOf(block: Block, look: Look): string[] {
  if (block.type === 'footer') return [look.ink]
  // A solid button has a label that can be read on it.
  if (block.type === 'button') return block.style === 'outline' ? [look.accent] : []
  const inlines = linesOf(block).flat()
  return inlines.length === 0 ? [] : [look.ink, ...inlines.flatMap((inline) => coloursOfInline(inline, look))]
}

function coloursOfInline({ marks = [] }: Inline, { accent }: Look): string[] {
  return marks.flatMap((mark) => (typeof mark === 'string' ? [] : 'color' in mark ? [mark.color] : [accent]))
}
