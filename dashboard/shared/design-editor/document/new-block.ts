import type { Block, BlockType, EmailDesign } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { allBlocks } from './block-tree.js'
import { listsOf, withLists } from '../../design-view/lists.js'

const LENGTH = 6
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A short id for a block. */
export function newBlockId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** A block as it is inserted. */
export function newBlock(type: BlockType): Block {
  const id = newBlockId()
  switch (type) {
    case 'heading':
      return { id, type, level: 2, content: [] }
    case 'text':
      return { id, type, content: [{ type: 'paragraph', content: [] }] }
    case 'image':
      return { id, type, alt: '' }
    case 'button':
      return { id, type, label: [{ text: t.designEditor.newLabel }], href: '', style: 'solid', align: 'left' }
    case 'columns':
      return { id, type, ratio: [1, 1], stack: true, columns: [[], []] }
    case 'section':
      return { id, type, padding: 24, blocks: [] }
    case 'repeat':
      return { id, type, over: 'items', as: 'item', blocks: [] }
    case 'spacer':
      return { id, type, height: 24 }
    case 'quote':
      return { id, type, content: [] }
    case 'html':
      return { id, type, source: '' }
    case 'divider':
    case 'logo':
    case 'social':
    case 'footer':
      return { id, type }
    default:
      return type satisfies never
  }
}

/** Copies of blocks under ids of their own. */
export function withNewIds(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => withLists({ ...block, id: newBlockId() }, listsOf(block).map(withNewIds)))
}

/** Blocks whose ids are free in a design. */
export function withFreeIds(design: EmailDesign, blocks: readonly Block[]): Block[] {
  const taken = new Set(allBlocks(design).map(({ block }) => block.id))
  const free = (list: readonly Block[]): Block[] =>
    list.map((block) => {
      const id = taken.has(block.id) ? newBlockId() : block.id
      taken.add(id)
      return withLists({ ...block, id }, listsOf(block).map(free))
    })
  return free(blocks)
}
