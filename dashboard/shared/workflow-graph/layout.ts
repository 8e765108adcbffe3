import { Graph, layout as arrange, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre'
import type { DraftTransition, Position } from '../workflow-draft/draft.js'
import { waysBack, waysFrom, type Positions, type Shape } from './graph.js'
import type { Size } from './sizes.js'

const STEP_GAP = 64
const RANK_GAP = 88
const EDGE_GAP = 24
// No step of a layout lies at x 0, which is where the API puts a step that nobody has placed.
const MARGIN = 24

/** Where everything lies. */
export interface Layout {
  positions: ReadonlyMap<string, Position>
  /** The places through which a transition passes between its ends, so that it crosses no step. */
  routes: ReadonlyMap<string, readonly Position[]>
}

/**
 * Lays a graph out from top to bottom. Steps that somebody has moved stay where they are; the others then find a free
 * place below the step that leads to them.
 */
export function layOut(graph: Shape, sizes: ReadonlyMap<string, Size>, moved: Positions): Layout {
  const isMoved = graph.steps.some(({ id }) => moved[id] !== undefined)
  return isMoved ? placeAround(graph, sizes, moved) : layOutAll(graph, sizes)
}

function layOutAll(graph: Shape, sizes: ReadonlyMap<string, Size>): Layout {
  const drawn = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true })
  drawn.setGraph({
    rankdir: 'TB',
    nodesep: STEP_GAP,
    ranksep: RANK_GAP,
    edgesep: EDGE_GAP,
    marginx: MARGIN,
    marginy: MARGIN,
  })
  for (const { id } of graph.steps) drawn.setNode(id, { ...sizeAt(sizes, id) })
  const ways = waysFrom(graph)
  const back = waysBack(ways)
  const all = [...ways.values()].flat().filter(({ id, toStepId }) => ways.has(toStepId) && !back.has(id))
  // The heavier an edge, the straighter it is drawn: the first outcome of a step goes straight down.
  for (const { id, fromStepId, toStepId } of all) {
    const isFirst = ways.get(fromStepId)?.[0]?.id === id
    drawn.setEdge(fromStepId, toStepId, { weight: isFirst ? 2 : 1 }, id)
  }
  arrange(drawn, { constraints: branchOrder(ways, all) })
  const layout = {
    positions: new Map(graph.steps.map(({ id }) => [id, cornerOf(drawn.node(id))])),
    routes: new Map(all.map((way) => [way.id, routeOf(drawn, way, all)])),
  }
  const isWrongWayRound = inOrder(ways, drawn, layout.routes) < 0
  return isWrongWayRound ? mirrored(layout, sizes, drawn.graph().width ?? 0) : layout
}

/** How many branches more lie in the order of the branches than against it. */
function inOrder(
  ways: ReadonlyMap<string, readonly DraftTransition[]>,
  drawn: Graph<GraphLabel, NodeLabel, EdgeLabel>,
  routes: Layout['routes'],
): number {
  const next = ({ id, toStepId }: DraftTransition): number => routes.get(id)?.[0]?.x ?? drawn.node(toStepId)?.x ?? 0
  const pairs = [...ways.values()].flatMap((leaving) =>
    leaving.slice(1).map((way, index) => Math.sign(next(way) - next(leaving[index] ?? way))),
  )
  return pairs.reduce((sum, one) => sum + one, 0)
}

/** The same layout from the other side: no line crosses more than before. */
function mirrored({ positions, routes }: Layout, sizes: ReadonlyMap<string, Size>, width: number): Layout {
  const places = [...positions].map(([id, { x, y }]): [string, Position] => [
    id,
    { x: width - x - sizeAt(sizes, id).width, y },
  ])
  const turned = [...routes].map(([id, points]): [string, Position[]] => [
    id,
    points.map(({ x, y }) => ({ x: width - x, y })),
  ])
  return { positions: new Map(places), routes: new Map(turned) }
}

/**
 * The targets of branches stand in the order of the branches, where nothing else leads to them. A step to which
 * several ways lead could not follow the order of each.
 */
function branchOrder(ways: ReadonlyMap<string, readonly DraftTransition[]>, all: readonly DraftTransition[]) {
  const leading = new Map<string, number>()
  for (const { toStepId } of all) leading.set(toStepId, (leading.get(toStepId) ?? 0) + 1)
  return [...ways.values()].flatMap((leaving) => {
    const targets = leaving.map(({ toStepId }) => toStepId).filter((id) => leading.get(id) === 1)
    return targets.slice(1).map((right, index) => ({ left: targets[index] ?? right, right }))
  })
}

function cornerOf({ x = 0, y = 0, width, height }: NodeLabel): Position {
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
}

/** A way to the next row needs no places between, unless another way has the same ends. */
function routeOf(
  drawn: Graph<GraphLabel, NodeLabel, EdgeLabel>,
  { id, fromStepId, toStepId }: DraftTransition,
  all: readonly DraftTransition[],
): readonly Position[] {
  const { points = [] } = drawn.edge(fromStepId, toStepId, id)
  const between = points.slice(1, -1)
  const isParallel = all.some((one) => one.id !== id && one.fromStepId === fromStepId && one.toStepId === toStepId)
  return between.length > 1 || isParallel ? between : []
}

/** Places the steps that nobody has moved below those that lead to them. */
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
  const ways = waysFrom(graph)
  const open = [...positions.keys()]
  for (let from = open.shift(); from !== undefined; from = open.shift()) {
    const above = positions.get(from)
    for (const { toStepId } of ways.get(from) ?? []) {
      if (!above || positions.has(toStepId) || !ways.has(toStepId)) continue
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
