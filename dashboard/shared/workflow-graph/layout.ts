import type { DraftTransition, Position } from '../workflow-draft/draft.js'
import { columnsOf, STEP_GAP } from './columns.js'
import { backTransitions, transitionsByStep, type Positions, type Shape } from './graph.js'
import { layersOf, type Cell } from './layers.js'
import type { Size } from './sizes.js'

const RANK_GAP = 88
const EDGE_GAP = 24
// No step of a layout lies at x 0, which is where the API puts a step that the author has not placed.
const MARGIN = 24

/** The positions of all elements. */
export interface Layout {
  positions: ReadonlyMap<string, Position>
  /** The places through which a transition passes between its ends, so that it crosses no step. */
  routes: ReadonlyMap<string, readonly Position[]>
}

/**
 * Lays a graph out from top to bottom. Steps that the author has moved stay where they are; the others then find a free
 * place below the step that leads to them.
 */
export function layOut(graph: Shape, sizes: ReadonlyMap<string, Size>, moved: Positions): Layout {
  const isMoved = graph.steps.some(({ id }) => moved[id] !== undefined)
  return isMoved ? placeAround(graph, sizes, moved) : layOutAll(graph, sizes)
}

function layOutAll(graph: Shape, sizes: ReadonlyMap<string, Size>): Layout {
  const all = transitionsByStep(graph)
  const back = backTransitions(all)
  const isDown = ({ id, toStepId }: DraftTransition): boolean => all.has(toStepId) && !back.has(id)
  const { rows, passes } = layersOf(new Map([...all].map(([id, leaving]) => [id, leaving.filter(isDown)])), sizes)
  const columns = columnsOf(rows)
  const left = Math.min(...[...columns].map(([{ width }, x]) => x - width / 2))
  const xOf = (cell: Cell): number => Math.round((columns.get(cell) ?? 0) - left + MARGIN)
  const heights = rows.map((row) => Math.max(...row.map(({ stepId }) => sizeAt(sizes, stepId ?? '').height)))
  const tops = heights.map(
    (_, row) => MARGIN + heights.slice(0, row).reduce((sum, height) => sum + height + RANK_GAP, 0),
  )
  const top = ({ row }: Cell): number => tops[row] ?? 0
  const corners = rows
    .flat()
    .flatMap((cell): [string, Position][] =>
      cell.stepId === null ? [] : [[cell.stepId, { x: Math.round(xOf(cell) - cell.width / 2), y: top(cell) }]],
    )
  // A transition passes a row straight down, between its steps.
  const through = (cell: Cell): Position[] =>
    [top(cell), top(cell) + (heights[cell.row] ?? 0)].map((y) => ({ x: xOf(cell), y }))
  const routes = [...passes].map(([id, between]): [string, Position[]] => [id, between.flatMap(through)])
  return { positions: new Map(corners), routes: new Map(routes) }
}

/** Places the steps that the author has not moved below those that lead to them. */
function placeAround(graph: Shape, sizes: ReadonlyMap<string, Size>, moved: Positions): Layout {
  const known = graph.steps.flatMap(({ id }): [string, Position][] => (moved[id] ? [[id, moved[id]]] : []))
  const positions = new Map(known)
  const isFree = (place: Position, size: Size): boolean =>
    [...positions].every(([id, other]) => !overlap(place, size, other, sizeAt(sizes, id)))
  const place = (id: string, wanted: Position): void => {
    const size = sizeAt(sizes, id)
    const free = { ...wanted }
    while (!isFree(free, size)) free.x += STEP_GAP / 2
    positions.set(id, free)
  }
  const byStep = transitionsByStep(graph)
  const open = [...positions.keys()]
  for (let from = open.shift(); from !== undefined; from = open.shift()) {
    const above = positions.get(from)
    for (const { toStepId } of byStep.get(from) ?? []) {
      if (!above || positions.has(toStepId) || !byStep.has(toStepId)) continue
      place(toStepId, { x: above.x, y: above.y + sizeAt(sizes, from).height + RANK_GAP })
      open.push(toStepId)
    }
  }
  const lowest = Math.max(...[...positions].map(([id, { y }]) => y + sizeAt(sizes, id).height))
  for (const { id } of graph.steps) if (!positions.has(id)) place(id, { x: MARGIN, y: lowest + RANK_GAP })
  return { positions, routes: new Map() }
}

function overlap(one: Position, size: Size, other: Position, otherSize: Size): boolean {
  return (
    one.x < other.x + otherSize.width + EDGE_GAP &&
    other.x < one.x + size.width + EDGE_GAP &&
    one.y < other.y + otherSize.height + EDGE_GAP &&
    other.y < one.y + size.height + EDGE_GAP
  )
}

function sizeAt(sizes: ReadonlyMap<string, Size>, id: string): Size {
  return sizes.get(id) ?? { width: 0, height: 0 }
}
