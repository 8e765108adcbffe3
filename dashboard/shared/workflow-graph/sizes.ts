import type { Position } from '../workflow-draft/draft.js'

/** The width of a step; one with many outcomes is wider. */
const STEP_WIDTH = 232
const STEP_HEIGHT = 56
/** The height of a step with a third line. */
const TALL_STEP_HEIGHT = 72
const OUTCOME_WIDTH = 76
/** Steps that are moved by hand are placed on a grid of this width. */
export const GRID = 8

/** The size of a drawn step. */
export interface Size {
  width: number
  height: number
}

/** The size of a step with this number of outcomes. */
export function sizeOf(outcomes: number, isTall: boolean): Size {
  return {
    width: Math.max(STEP_WIDTH, outcomes * OUTCOME_WIDTH),
    height: isTall ? TALL_STEP_HEIGHT : STEP_HEIGHT,
  }
}

/** The start of an outcome's transition, counted from the left edge of the step. */
export function outcomeX(index: number, outcomes: number, width: number): number {
  return (width * (index + 0.5)) / Math.max(1, outcomes)
}

/** The place on the canvas where an outcome leaves a step. */
export function exitOf(corner: Position, { width, height }: Size, index: number, outcomes: number): Position {
  return { x: corner.x + outcomeX(index, outcomes, width), y: corner.y + height }
}

/** The place on the canvas where transitions enter a step. */
export function entryOf(corner: Position, { width }: Size): Position {
  return { x: corner.x + width / 2, y: corner.y }
}

/** The distance from a step to the button for another step, and the length of the straight part of its transition. */
export function stemOf(hasLabel: boolean): { button: number; length: number } {
  return hasLabel ? { button: 40, length: 54 } : { button: 26, length: 40 }
}

/** The corner of a step that is dropped with its middle at a place, on the grid. */
export function dropCorner({ x, y }: Position): Position {
  const onGrid = (value: number): number => Math.round(value / GRID) * GRID
  return { x: onGrid(x - STEP_WIDTH / 2), y: onGrid(y - STEP_HEIGHT / 2) }
}
