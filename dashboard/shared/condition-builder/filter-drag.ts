import type { FilterPath } from './edit-tree.js'

/** A row of the builder, with its path as it is written in the page, and where it stands on the screen. */
export interface Row {
  path: string
  top: number
  bottom: number
}

/** A drop place: beside a row, and so before a place of a group. */
export interface Drop {
  beside: string
  side: 'above' | 'below'
  before: FilterPath
}

// Farther away from all rows nothing is meant.
const REACH = 48

/** The drop place at a height of the pointer; null if no row is there. */
export function dropAt(rows: readonly Row[], y: number): Drop | null {
  const distance = ({ top, bottom }: Row): number => Math.max(top - y, y - bottom, 0)
  const nearest = rows.reduce<Row | null>((best, row) => (best && distance(best) <= distance(row) ? best : row), null)
  if (!nearest || distance(nearest) > REACH) return null
  const side = y < (nearest.top + nearest.bottom) / 2 ? 'above' : 'below'
  const { group, index } = placeOfRow(nearest.path)
  return { beside: nearest.path, side, before: { group, index: side === 'above' ? index : index + 1 } }
}

/** The place of a filter by its written path: `groups.0.filters.2`. */
function placeOfRow(path: string): FilterPath {
  const numbers = [...path.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  return { group: numbers.slice(0, -1), index: numbers.at(-1) ?? 0 }
}
