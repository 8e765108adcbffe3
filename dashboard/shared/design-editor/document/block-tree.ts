import type { Block, EmailDesign } from '../../../../models/domain/design/design.js'
import { isContainer, listsOf, withLists } from '../../design-view/lists.js'

/** A list of blocks: that of the design (`parent` null), of a section or repeat, or of one column. */
export interface ListOf {
  parent: string | null
  column: number
}

/** A place in a list of blocks. */
export interface Place extends ListOf {
  index: number
}

/** A block with its place and the blocks that contain it, the outermost first. */
export interface FoundBlock {
  block: Block
  place: Place
  ancestors: readonly Block[]
}

/** Whether a block may be in the list of another one, or of the design. */
export function canHold(parent: Block | null, child: Block): boolean {
  if (parent === null) return true
  if (parent.type === 'columns') return !isContainer(child)
  if (parent.type === 'section' || parent.type === 'repeat') return child.type !== 'section' && child.type !== 'repeat'
  return false
}

/** All blocks in the order of reading, each after the block that contains it. */
export function allBlocks(design: EmailDesign): FoundBlock[] {
  const found: FoundBlock[] = []
  const walk = (blocks: readonly Block[], list: ListOf, ancestors: readonly Block[]): void => {
    for (const [index, block] of blocks.entries()) {
      found.push({ block, place: { ...list, index }, ancestors })
      for (const [column, inner] of listsOf(block).entries()) {
        walk(inner, { parent: block.id, column }, [...ancestors, block])
      }
    }
  }
  walk(design.blocks, { parent: null, column: 0 }, [])
  return found
}

/** A block by its id. */
export function findBlock(design: EmailDesign, id: string): FoundBlock | null {
  return allBlocks(design).find(({ block }) => block.id === id) ?? null
}

/** The blocks of a list; empty for a list that does not exist. */
export function blocksOf(design: EmailDesign, { parent, column }: ListOf): readonly Block[] {
  if (parent === null) return design.blocks
  const found = findBlock(design, parent)
  return (found && listsOf(found.block)[column]) ?? []
}

/** The design with another content of one list. */
export function withList(
  design: EmailDesign,
  { parent, column }: ListOf,
  next: (blocks: readonly Block[]) => readonly Block[],
): EmailDesign {
  if (parent === null) return { ...design, blocks: [...next(design.blocks)] }
  const within = (blocks: readonly Block[]): Block[] =>
    blocks.map((block) => {
      const lists = listsOf(block)
      if (lists.length === 0) return block
      return block.id === parent
        ? withLists(
            block,
            lists.map((list, at) => (at === column ? next(list) : list)),
          )
        : withLists(block, lists.map(within))
    })
  return { ...design, blocks: within(design.blocks) }
}

/** All ids of a block and of the blocks in it. */
export function idsOf(block: Block): string[] {
  return [block.id, ...listsOf(block).flatMap((list) => list.flatMap(idsOf))]
}
