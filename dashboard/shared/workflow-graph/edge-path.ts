import type { Position } from '../workflow-draft/draft.js'

const LOOP_ROOM = 28
const CORNER = 12

/** A line as SVG draws it, and its middle, where the button for another step stands. */
export interface EdgePath {
  path: string
  middle: Position
}

/**
 * The line from the lower edge of one step to the upper edge of another, through the places between. A way back up runs
 * beside the steps, at `aside`.
 */
export function edgePath(from: Position, to: Position, between: readonly Position[], aside: number): EdgePath {
  return to.y < from.y + CORNER ? pathBack(from, to, between, aside) : pathDown(from, to, between)
}

function pathDown(from: Position, to: Position, between: readonly Position[]): EdgePath {
  const points = [from, ...between, to]
  const path = points.slice(1).map((point, index) => curve(points[index] ?? from, point))
  const middle = between[Math.floor(between.length / 2)] ?? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return { path: [`M${at(from)}`, ...path].join(' '), middle }
}

/** Leaves and arrives vertically. */
function curve(from: Position, to: Position): string {
  if (from.x === to.x) return `L${at(to)}`
  const y = (from.y + to.y) / 2
  return `C${at({ x: from.x, y })} ${at({ x: to.x, y })} ${at(to)}`
}

function pathBack(from: Position, to: Position, between: readonly Position[], aside: number): EdgePath {
  const x = between[Math.floor(between.length / 2)]?.x ?? aside
  const [low, high] = [from.y + LOOP_ROOM, to.y - LOOP_ROOM]
  const corners = [from, { x: from.x, y: low }, { x, y: low }, { x, y: high }, { x: to.x, y: high }, to]
  return { path: rounded(corners), middle: { x, y: (low + high) / 2 } }
}

function rounded(points: readonly Position[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const turns = rest.map((point, index) => {
    const [before, after] = [points[index] ?? first, rest[index + 1]]
    return after ? `L${at(near(point, before))} Q${at(point)} ${at(near(point, after))}` : `L${at(point)}`
  })
  return [`M${at(first)}`, ...turns].join(' ')
}

/** The place on the way from a corner to the next one where its curve begins. */
function near(corner: Position, other: Position): Position {
  const [dx, dy] = [other.x - corner.x, other.y - corner.y]
  const length = Math.hypot(dx, dy)
  const share = length === 0 ? 0 : Math.min(CORNER, length / 2) / length
  return { x: corner.x + dx * share, y: corner.y + dy * share }
}

function at({ x, y }: Position): string {
  return `${round(x)},${round(y)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
