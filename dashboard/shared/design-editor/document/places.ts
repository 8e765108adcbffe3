import type { Block, ColumnsBlock, EmailDesign, PlainBlock } from '../../../../models/domain/design/design.js'
import { blocksOf, canHold, findBlock, type FoundBlock, type Place } from './block-tree.js'
import { isContainer, listsOf } from '../../design-view/lists.js'
import { newBlockId } from './new-block.js'

/** The place behind a block; the end of the design without one. */
export function placeAfter(design: EmailDesign, id: string | null): Place {
  const found = id === null ? null : findBlock(design, id)
  return found ? { ...found.place, index: found.place.index + 1 } : endOf(design)
}

/** The end of a design. */
export function endOf(design: EmailDesign): Place {
  return { parent: null, column: 0, index: design.blocks.length }
}

/** The nearest place for a block at or around a place: one of its own list, or beside the block that contains it. */
export function placeFor(design: EmailDesign, child: Block, { ...place }: Place): Place {
  let at: Place = place
  while (at.parent !== null) {
    const parent = findBlock(design, at.parent)
    if (!parent) return endOf(design)
    if (canHold(parent.block, child)) return at
    at = { ...parent.place, index: parent.place.index + 1 }
  }
  return at
}

/** The next place of a block on its way up or down, in and out of the blocks that contain others. */
export function placeBeside(design: EmailDesign, id: string, by: 1 | -1): Place | null {
  const found = findBlock(design, id)
  if (!found) return null
  const { block, place } = found
  const siblings = blocksOf(design, place)
  const neighbour = siblings[place.index + by]
  if (neighbour) {
    if (isContainer(neighbour) && canHold(neighbour, block)) return enter(neighbour, by)
    // A place is counted with the block still in its old one.
    return { ...place, index: place.index + (by === 1 ? 2 : -1) }
  }
  return leave(design, found, by)
}

function enter(container: Block, by: 1 | -1): Place {
  const lists = listsOf(container)
  const column = by === 1 ? 0 : lists.length - 1
  return { parent: container.id, column, index: by === 1 ? 0 : (lists[column]?.length ?? 0) }
}

function leave(design: EmailDesign, { block, place, ancestors }: FoundBlock, by: 1 | -1): Place | null {
  const parent = ancestors.at(-1)
  if (!parent) return null
  const beside = listsOf(parent)[place.column + by]
  if (beside) return { parent: parent.id, column: place.column + by, index: by === 1 ? 0 : beside.length }
  const outer = findBlock(design, parent.id)
  if (!outer || !canHold(outer.ancestors.at(-1) ?? null, block)) return null
  return { ...outer.place, index: outer.place.index + (by === 1 ? 1 : 0) }
}

/** A block inside of a new one that contains it; null where that is impossible. */
export function wrapped(block: Block, type: 'section' | 'repeat' | 'columns'): Block | null {
  const id = newBlockId()
  if (block.type === 'section' || block.type === 'repeat') return null
  if (type === 'section') return { id, type, padding: 24, blocks: [block] }
  if (type === 'repeat') return { id, type, over: 'items', as: 'item', blocks: [block] }
  if (isContainer(block)) return null
  return { id, type, ratio: [1, 1], stack: true, columns: [[block as PlainBlock], []] }
}

/** Columns of another number: those that go leave their blocks to the last one that stays. */
export function withColumnCount(block: ColumnsBlock, count: number): ColumnsBlock {
  const kept = block.columns.slice(0, count)
  const rest = block.columns.slice(count).flat()
  const columns = kept.map((column, at) => (at === count - 1 ? [...column, ...rest] : column))
  while (columns.length < count) columns.push([])
  return { ...block, columns, ratio: columns.map(() => 1) }
}
