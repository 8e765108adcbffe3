import type { Block, EmailDesign } from '../../../../models/domain/design/design.js'
import { readEmailDesign } from '../../../../models/domain/design/read-design.js'
import { allBlocks } from './block-tree.js'

/** What a block lacks so that the design can be stored. */
export type BlockFault = 'noLink' | 'noList' | 'noEntryName' | 'invalid'

/** The fault of a block by itself; null without one. */
export function faultOf(block: Block): BlockFault | null {
  if (block.type === 'button' && block.href === '') return 'noLink'
  if (block.type === 'repeat' && block.over.trim() === '') return 'noList'
  if (block.type === 'repeat' && block.as.trim() === '') return 'noEntryName'
  const alone = { version: 1, theme: {}, previewText: [], blocks: [withoutInner(block)] }
  return readEmailDesign(alone).errors ? 'invalid' : null
}

/** The blocks with a fault, in the order of reading. */
export function faultsIn(design: EmailDesign): { block: Block; fault: BlockFault }[] {
  return allBlocks(design).flatMap(({ block }) => {
    const fault = faultOf(block)
    return fault === null ? [] : [{ block, fault }]
  })
}

/** Whether the server would take a design. */
export function isStorable(design: EmailDesign): boolean {
  return !readEmailDesign(design).errors
}

function withoutInner(block: Block): Block {
  if (block.type === 'section' || block.type === 'repeat') return { ...block, blocks: [] }
  return block.type === 'columns' ? { ...block, columns: block.columns.map(() => []) } : block
}
