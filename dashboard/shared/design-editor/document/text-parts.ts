import type {
  Block,
  HeadingBlock,
  Inline,
  Paragraph,
  TextBlock,
  TextPart,
} from '../../../../models/domain/design/design.js'
import { partsOf, type TextualBlock } from '../../design-view/textual.js'
import { newBlockId } from './new-block.js'

/** The block with another text. */
export function withParts<B extends TextualBlock>(block: B, parts: readonly TextPart[]): B {
  if (block.type === 'text') return { ...block, content: [...parts] }
  const content = inlineOf(parts)
  return block.type === 'button' ? { ...block, label: content } : { ...block, content }
}

/** Whether a block of text says nothing. */
export function isBlank(block: TextualBlock): boolean {
  return inlineOf(partsOf(block)).length === 0
}

/** Paragraphs and lists in one line. */
export function inlineOf(parts: readonly TextPart[]): Inline[] {
  const lines = parts.flatMap((part) => (part.type === 'paragraph' ? [part.content] : part.items))
  return lines.flatMap((line, at) => (at === 0 ? line : [{ text: '\n' }, ...line]))
}

/** A text block; one empty paragraph where there are no parts. */
export function textBlock(parts: readonly TextPart[], id = newBlockId()): TextBlock {
  const empty: Paragraph = { type: 'paragraph', content: [] }
  return { id, type: 'text', content: parts.length === 0 ? [empty] : [...parts] }
}

/**
 * A text block with other blocks in the middle: `before` keeps the id and the condition of the block; an empty half is
 * left out.
 */
export function splitText(
  block: TextBlock,
  before: readonly TextPart[],
  middle: readonly Block[],
  after: readonly TextPart[],
): Block[] {
  const { when } = block
  const second = { ...textBlock(after, before.length === 0 ? block.id : newBlockId()), ...(when ? { when } : {}) }
  return [
    ...(before.length === 0 ? [] : [{ ...block, content: [...before] }]),
    ...middle,
    ...(after.length === 0 ? [] : [second]),
  ]
}

/** A heading with the words of a line. */
export function headingOf(content: readonly Inline[], level: HeadingBlock['level']): HeadingBlock {
  return { id: newBlockId(), type: 'heading', level, content: [...content] }
}

/** A textual block as another one with the same words. */
export function convert(
  block: TextualBlock,
  to: 'text' | 'heading' | 'quote',
  level: HeadingBlock['level'] = 2,
): Block {
  const { id, when } = block
  const base = { id, ...(when ? { when } : {}) }
  const content = inlineOf(partsOf(block))
  if (to === 'text') return { ...base, type: 'text', content: [{ type: 'paragraph', content }] }
  return to === 'heading' ? { ...base, type: 'heading', level, content } : { ...base, type: 'quote', content }
}
