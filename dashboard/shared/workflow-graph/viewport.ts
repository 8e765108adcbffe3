import type { Position } from '../workflow-draft/draft.js'
import type { Size } from './sizes.js'

/** The visible part of the canvas. */
export interface Viewport {
  x: number
  y: number
  zoom: number
}

/** The least zoom at which names can be read. */
const READABLE_ZOOM = 0.6
const PADDING = 40
// The palette needs room beside the graph.
const SIDE_PADDING = 60

interface Box extends Position, Size {}

/** The smallest box around all steps. */
export function boundsOf(positions: ReadonlyMap<string, Position>, sizes: ReadonlyMap<string, Size>): Box {
  const boxes = [...positions].map(([id, corner]) => ({ ...corner, ...(sizes.get(id) ?? { width: 0, height: 0 }) }))
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

/** The first view: the whole graph if it is readable, and otherwise the part around a step. */
export function firstView(bounds: Box, start: Box, { width, height }: Size): Viewport {
  const fitting = Math.min((width - 2 * SIDE_PADDING) / bounds.width, (height - 2 * PADDING) / bounds.height, 1)
  if (fitting >= READABLE_ZOOM) {
    return {
      zoom: fitting,
      x: (width - bounds.width * fitting) / 2 - bounds.x * fitting,
      y: PADDING - bounds.y * fitting,
    }
  }
  const zoom = READABLE_ZOOM + (1 - READABLE_ZOOM) / 2
  const above = Math.min(height / 3, (start.y - bounds.y) * zoom + PADDING)
  return { zoom, x: width / 2 - (start.x + start.width / 2) * zoom, y: above - start.y * zoom }
}

/** Whether a whole step is visible. */
export function isSeen(box: Box, { x, y, zoom }: Viewport, { width, height }: Size): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y]
  return left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height
}
