import type { Block, EmailDesign } from '../../../models/domain/design/design.js'
import { listsOf } from './lists.js'

/** What a block lacks so that the server can store it. */
export type BlockFault = 'noLink' | 'noList' | 'noEntryName'

const ADDRESS = /^(?:https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:[^\s<>"]+|\{\{.+)$/i
const ENTRY_NAME = /^[a-z_][a-z0-9_]{0,39}$/i

/** The fault of a block by itself; null without one. */
export function faultOf(block: Block): BlockFault | null {
  const { href } = block as { href?: string }
  if (block.type === 'button' ? !ADDRESS.test(block.href) : href !== undefined && !ADDRESS.test(href)) return 'noLink'
  if (block.type !== 'repeat') return null
  if (block.over.trim() === '') return 'noList'
  return ENTRY_NAME.test(block.as) ? null : 'noEntryName'
}

/** Whether a design has a block with a fault, which the server would refuse. */
export function hasFault(design: EmailDesign): boolean {
  const isFaulty = (block: Block): boolean =>
    faultOf(block) !== null || listsOf(block).some((list) => list.some(isFaulty))
  return design.blocks.some(isFaulty)
}
