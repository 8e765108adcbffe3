import type { DragEvent } from 'react'
import type { Block, BlockType, EmailDesign } from '../../../../models/domain/design/design.js'
import { canHold, findBlock, idsOf, type Place } from '../document/block-tree.js'
import { newBlock } from '../document/new-block.js'
import type { DesignStore } from '../editor-store.js'

const BLOCK = 'application/x-posthorn-block'
const TYPE = 'application/x-posthorn-type'

// What is dragged cannot be read from the event before it is dropped.
let dragged: { id: string } | { type: BlockType } | null = null

/** Begins to drag a block of the canvas. */
export function dragBlock(event: DragEvent, id: string): void {
  dragged = { id }
  event.dataTransfer.setData(BLOCK, id)
  event.dataTransfer.effectAllowed = 'move'
  const frame = event.currentTarget.closest('[data-block]')
  if (frame) event.dataTransfer.setDragImage(frame, 8, 8)
}

/** Begins to drag a new block from the list of types. */
export function dragType(event: DragEvent, type: BlockType): void {
  dragged = { type }
  event.dataTransfer.setData(TYPE, type)
  event.dataTransfer.effectAllowed = 'copy'
}

/** Where something would be dropped, and where the line that shows it is drawn. */
export interface DropTarget {
  place: Place
  /** Relative to the canvas. */
  line: { top: number; left: number; width: number }
}

/** The place at the pointer for what is dragged; null where it cannot be dropped. */
export function dropTarget(event: DragEvent<HTMLElement>, design: EmailDesign): DropTarget | null {
  const isFile = event.dataTransfer.types.includes('Files')
  if (!isFile && !event.dataTransfer.types.some((type) => type === BLOCK || type === TYPE)) return null
  const canvas = event.currentTarget.getBoundingClientRect()
  const child = childOf(design)
  const found = placeAt(event, design, child)
  if (!found || !child) return null
  const { place, rect, isAfter } = found
  return {
    place,
    line: { top: (isAfter ? rect.bottom : rect.top) - canvas.top, left: rect.left - canvas.left, width: rect.width },
  }
}

/** Drops a block at a place; files are left to the caller. */
export function drop(store: DesignStore, { place }: DropTarget): void {
  const what = dragged
  dragged = null
  if (!what) return
  if ('id' in what) store.drop(what.id, place)
  else store.add(what.type, place)
}

/** Forgets what is dragged. */
export function endDrag(): void {
  dragged = null
}

function childOf(design: EmailDesign): Block | null {
  if (!dragged) return newBlock('image')
  return 'id' in dragged ? (findBlock(design, dragged.id)?.block ?? null) : newBlock(dragged.type)
}

interface Found {
  place: Place
  rect: DOMRect
  isAfter: boolean
}

function placeAt(event: DragEvent<HTMLElement>, design: EmailDesign, child: Block | null): Found | null {
  if (!child || !(event.target instanceof Element)) return null
  const own = dragged && 'id' in dragged ? new Set(idsOf(child)) : new Set<string>()
  const list = event.target.closest<HTMLElement>('[data-list]')
  const [parent = '', column = '0'] = list?.dataset['list']?.split(':') ?? []
  if (list && !own.has(parent)) {
    const holder = findBlock(design, parent)
    if (holder && canHold(holder.block, child)) {
      return { place: { parent, column: Number(column), index: 0 }, rect: list.getBoundingClientRect(), isAfter: false }
    }
  }
  let element = event.target.closest<HTMLElement>('[data-block]')
  while (element) {
    const found = findBlock(design, element.dataset['block'] ?? '')
    if (found && !own.has(found.place.parent ?? '') && canHold(found.ancestors.at(-1) ?? null, child)) {
      const rect = element.getBoundingClientRect()
      const isAfter = event.clientY > rect.top + rect.height / 2
      return { place: { ...found.place, index: found.place.index + (isAfter ? 1 : 0) }, rect, isAfter }
    }
    element = element.parentElement?.closest<HTMLElement>('[data-block]') ?? null
  }
  const last = event.currentTarget.querySelector<HTMLElement>('[data-mail]')
  const place = { parent: null, column: 0, index: design.blocks.length }
  return last ? { place, rect: last.getBoundingClientRect(), isAfter: true } : null
}
