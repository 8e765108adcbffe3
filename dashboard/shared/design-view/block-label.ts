import type { Block, Inline } from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'

const MOST = 60

/** The text of inline content, with the names of its fields. */
export function plainText(content: readonly Inline[]): string {
  return content.map((part) => ('text' in part ? part.text : `{${part.field}}`)).join('')
}

/** The beginning of the words of a block; empty for one without. */
export function excerptOf(block: Block): string {
  const text = wordsOf(block).replaceAll(/\s+/g, ' ').trim()
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}

/** The type of a block and the beginning of its words, for lists and screen readers. */
export function labelOf(block: Block): string {
  const name = t.designView.blocks[block.type]
  const excerpt = excerptOf(block)
  return excerpt === '' ? name : `${name}: ${excerpt}`
}

function wordsOf(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'quote':
      return plainText(block.content)
    case 'button':
      return plainText(block.label)
    case 'text':
      return block.content
        .map((part) => (part.type === 'paragraph' ? plainText(part.content) : part.items.map(plainText).join(', ')))
        .join(' ')
    case 'image':
      return block.alt
    case 'repeat':
      return block.over
    default:
      return ''
  }
}
