import type { TransitionsByStep } from './graph.js'
import type { Size } from './sizes.js'

/** A cell of a row: a step, or the place where a transition passes the row. */
export interface Cell {
  /** Null for the place of a transition. */
  stepId: string | null
  width: number
  row: number
  above: Cell[]
  below: Cell[]
}

type Rows = readonly (readonly Cell[])[]

/**
 * Arranges a graph in rows, from top to bottom: every step is below all that lead to it, so that no transition may lead
 * back. Branches keep their order, so that transitions cross only where they lead from one branch into another. Also
 * returns the cells through which each transition passes, by its id.
 */
export function layersOf(
  byStep: TransitionsByStep,
  sizes: ReadonlyMap<string, Size>,
): { rows: Rows; passes: Map<string, Cell[]> } {
  const all = [...byStep.values()].flat()
  const rowNumbers = new Map<string, number>()
  const rowOf = (id: string): number => {
    const above = all.filter(({ toStepId }) => toStepId === id)
    const row = rowNumbers.get(id) ?? Math.max(0, ...above.map(({ fromStepId }) => rowOf(fromStepId) + 1))
    rowNumbers.set(id, row)
    return row
  }
  const cells = new Map([...byStep.keys()].map((id) => [id, cellOf(id, rowOf(id), sizes.get(id)?.width)]))
  const passes = new Map(
    all.map(({ id, fromStepId, toStepId }) => [id, lead(cells.get(fromStepId), cells.get(toStepId))]),
  )
  const rows: Cell[][] = []
  const seen = new Set<Cell>()
  const visit = (cell: Cell): void => {
    if (seen.has(cell)) return
    seen.add(cell)
    rows[cell.row] = [...(rows[cell.row] ?? []), cell]
    for (const next of cell.below) visit(next)
  }
  for (const cell of cells.values()) if (cell.row === 0) visit(cell)
  return { rows, passes }
}

function cellOf(stepId: string | null, row: number, width = 0): Cell {
  return { stepId, width, row, above: [], below: [] }
}

/** Routes a transition from step to step, with a cell of its own in every row between. */
function lead(from: Cell | undefined, to: Cell | undefined): Cell[] {
  if (!from || !to) return []
  const between = Array.from({ length: to.row - from.row - 1 }, (_, index) => cellOf(null, from.row + 1 + index))
  let last = from
  for (const cell of [...between, to]) {
    last.below.push(cell)
    cell.above.push(last)
    last = cell
  }
  return between
}

/** The position of each cell within its row. */
export function placesIn(rows: Rows): Map<Cell, number> {
  return new Map(rows.flatMap((row) => row.map((cell, index): [Cell, number] => [cell, index])))
}

/** Looks up numbers of cells, of which each has one. */
export function at(numbers: ReadonlyMap<Cell, number>): (cell: Cell) => number {
  return (cell) => numbers.get(cell) ?? 0
}
