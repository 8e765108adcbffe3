import type { Block, BlockType, ColumnsBlock, PlainBlock } from '../../../models/domain/design/design.js'

const CONTAINERS: ReadonlySet<BlockType> = new Set(['section', 'repeat', 'columns'])

/** Whether a block contains other blocks. */
export const isContainer = (block: Block): boolean => CONTAINERS.has(block.type)

/** The lists of a block: one for each column, one for a section or a repeat, none for the others. */
export function listsOf(block: Block): readonly (readonly Block[])[] {
  if (block.type === 'columns') return block.columns
  return block.type === 'section' || block.type === 'repeat' ? [block.blocks] : []
}

/** The block with other lists. */
export function withLists<B extends Block>(block: B, lists: readonly (readonly Block[])[]): B {
  if (block.type === 'columns') return { ...block, columns: lists as PlainBlock[][] }
  if (block.type === 'section' || block.type === 'repeat') {
    return { ...block, blocks: (lists[0] ?? []) as (PlainBlock | ColumnsBlock)[] }
  }
  return block
}
