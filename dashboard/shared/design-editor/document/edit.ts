import {
  MAX_BLOCKS,
  type Block,
  type DesignTheme,
  type EmailDesign,
  type Inline,
} from '../../../../models/domain/design/design.js'
import { allBlocks, canHold, findBlock, idsOf, withList, type Place } from './block-tree.js'

/** A change of a design. One that is impossible leaves the design as it is. */
export type Edit =
  | { type: 'insert'; blocks: readonly Block[]; place: Place }
  /** Puts other blocks, or none, where a block is. */
  | { type: 'replace'; id: string; blocks: readonly Block[] }
  /** Moves a block to a place, which is counted with the block still in its old one. */
  | { type: 'move'; id: string; place: Place }
  | { type: 'theme'; theme: DesignTheme }
  | { type: 'previewText'; content: Inline[] }

/** The design after an edit; the same object if the edit is impossible. */
export function edited(design: EmailDesign, edit: Edit): EmailDesign {
  switch (edit.type) {
    case 'insert':
      return inserted(design, edit.blocks, edit.place)
    case 'replace':
      return replaced(design, edit.id, edit.blocks)
    case 'move':
      return moved(design, edit.id, edit.place)
    case 'theme':
      return { ...design, theme: edit.theme }
    case 'previewText':
      return { ...design, previewText: edit.content }
    default:
      return edit satisfies never
  }
}

function inserted(design: EmailDesign, blocks: readonly Block[], place: Place): EmailDesign {
  if (!fits(design, blocks, place.parent)) return design
  return withList(design, place, (list) => list.toSpliced(place.index, 0, ...blocks))
}

function replaced(design: EmailDesign, id: string, blocks: readonly Block[]): EmailDesign {
  const found = findBlock(design, id)
  if (!found || !fits(design, blocks, found.place.parent, idsOf(found.block).length)) return design
  return withList(design, found.place, (list) => list.toSpliced(found.place.index, 1, ...blocks))
}

function moved(design: EmailDesign, id: string, place: Place): EmailDesign {
  const found = findBlock(design, id)
  if (!found || (place.parent !== null && idsOf(found.block).includes(place.parent))) return design
  const parent = place.parent === null ? null : findBlock(design, place.parent)
  if ((place.parent !== null && !parent) || !canHold(parent?.block ?? null, found.block)) return design
  const isSameList = found.place.parent === place.parent && found.place.column === place.column
  const shift = isSameList && found.place.index < place.index ? 1 : 0
  if (isSameList && found.place.index === place.index - shift) return design
  const without = withList(design, found.place, (list) => list.toSpliced(found.place.index, 1))
  return withList(without, place, (list) => list.toSpliced(place.index - shift, 0, found.block))
}

function fits(design: EmailDesign, blocks: readonly Block[], parentId: string | null, removed = 0): boolean {
  const all = allBlocks(design)
  const parent = parentId === null ? null : all.find(({ block }) => block.id === parentId)
  if (parent === undefined) return false
  const added = blocks.flatMap(idsOf)
  return (
    all.length - removed + added.length <= MAX_BLOCKS && blocks.every((block) => canHold(parent?.block ?? null, block))
  )
}
