import { at, placesIn, type Cell } from './layers.js'

/** The room between two steps of a row. */
export const STEP_GAP = 64
const WAY_GAP = 24

type Rows = readonly (readonly Cell[])[]
type Xs = ReadonlyMap<Cell, number>

/**
 * How far the middle of each cell is to the right. By "Fast and Simple Horizontal Coordinate Assignment" (Brandes and
 * Köpf, 2001): four times the cells are joined to straight columns, which begin at one end and lean to one side, and
 * each cell then stands in the middle of its four places.
 */
export function columnsOf(rows: Rows): Xs {
  const leanings = [rows, rows.toReversed()].flatMap((one, index) => {
    const side = index === 0 ? 'above' : 'below'
    const toRight = leaning(
      one.map((row) => row.toReversed()),
      side,
    )
    return [leaning(one, side), new Map([...toRight].map(([cell, x]) => [cell, -x]))]
  })
  const sides = leanings.map(sidesOf)
  const [narrowest] = sides.toSorted((one, other) => one.right - one.left - (other.right - other.left))
  const placed = leanings.map((xs, index) => {
    const side = index % 2 === 0 ? 'left' : 'right'
    const shift = (narrowest?.[side] ?? 0) - (sides[index]?.[side] ?? 0)
    return (cell: Cell): number => at(xs)(cell) + shift
  })
  const middle = (cell: Cell): number => {
    const [, low = 0, high = 0] = placed.map((place) => place(cell)).sort((one, other) => one - other)
    return (low + high) / 2
  }
  return new Map(rows.flat().map((cell) => [cell, middle(cell)]))
}

/** Joins the cells to columns, and moves each as far to the left as the others let it. */
function leaning(rows: Rows, side: 'above' | 'below'): Xs {
  const rootOf = joined(rows, side)
  const gaps = rows.flatMap((row) =>
    row.slice(1).map((two, index) => {
      const one = row[index] ?? two
      return { one: rootOf(one), two: rootOf(two), gap: (one.width + two.width + gapAt(one) + gapAt(two)) / 2 }
    }),
  )
  const xs = new Map<Cell, number>()
  const x = at(xs)
  let isMoved = true
  while (isMoved) {
    const tight = gaps.filter(({ one, two, gap }) => {
      const isTight = x(two) < x(one) + gap
      if (isTight) xs.set(two, x(one) + gap)
      return isTight
    })
    isMoved = tight.length > 0
  }
  return new Map(rows.flat().map((cell) => [cell, x(rootOf(cell))]))
}

/** The first cell of each column. A cell joins the middle one of its neighbours, past no other column. */
function joined(rows: Rows, side: 'above' | 'below'): (cell: Cell) => Cell {
  const place = at(placesIn(rows))
  const roots = new Map<Cell, Cell>()
  for (const row of rows) {
    let last = -1
    for (const cell of row) {
      const near = cell[side].toSorted((one, other) => place(one) - place(other))
      const middle = (near.length - 1) / 2
      const free = near.slice(Math.floor(middle), Math.ceil(middle) + 1).find((one) => place(one) > last)
      if (!free) continue
      roots.set(cell, roots.get(free) ?? free)
      last = place(free)
    }
  }
  return (cell) => roots.get(cell) ?? cell
}

function gapAt({ stepId }: Cell): number {
  return stepId === null ? WAY_GAP : STEP_GAP
}

function sidesOf(xs: Xs): { left: number; right: number } {
  const edges = [...xs].map(([{ width }, x]) => ({ left: x - width / 2, right: x + width / 2 }))
  return { left: Math.min(...edges.map(({ left }) => left)), right: Math.max(...edges.map(({ right }) => right)) }
}
