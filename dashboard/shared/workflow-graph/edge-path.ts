import type { Position } from '../workflow-draft/draft.js'

const LOOP_ROOM = 28
const CORNER = 12

/** The ends of a transition: from the lower edge of a step to the upper edge of another. */
export interface EdgeEnds {
  from: Position
  to: Position
  /** The length of its first straight part, past its label and the button for another step. */
  stem: number
  /** The places that it passes, so that it crosses no step. */
  between: readonly Position[]
  /** The x of a transition that leads back up, beside the steps. */
  aside: number
}

/** The line of a transition, as SVG draws it. */
export function edgePath(ends: EdgeEnds): string {
  return ends.to.y < ends.from.y + CORNER ? pathBack(ends) : pathDown(ends)
}

function pathDown({ from, to, stem, between }: EdgeEnds): string {
  const below = { x: from.x, y: Math.min(from.y + stem, to.y - CORNER) }
  const rest = [...between.filter(({ y }) => y > below.y), to]
  const lines = rest.map((point, index) => curve(rest[index - 1] ?? below, point))
  return [`M${at(from)}`, `L${at(below)}`, ...lines].join(' ')
}

/** Leaves and arrives vertically. */
function curve(from: Position, to: Position): string {
  if (from.x === to.x) return `L${at(to)}`
  const y = (from.y + to.y) / 2
  return `C${at({ x: from.x, y })} ${at({ x: to.x, y })} ${at(to)}`
}

function pathBack({ from, to, stem, aside: x }: EdgeEnds): string {
  const [low, high] = [from.y + stem, to.y - LOOP_ROOM]
  return rounded([from, { x: from.x, y: low }, { x, y: low }, { x, y: high }, { x: to.x, y: high }, to])
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
