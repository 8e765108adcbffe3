import type { ConditionTree } from './tree.js'
import { segmentIdsOf } from './walk-filters.js'

/**
 * The way from a segment through those that its condition refers to, and back to one on the way: the ids in
 * order, the first and the last of the circle being the same. Null when there is no circle. `treeOf` is null for
 * a segment without a condition.
 */
export function findCycle(id: string, treeOf: (id: string) => ConditionTree | null): string[] | null {
  return search([id], treeOf, new Set())
}

function search(
  way: readonly string[],
  treeOf: (id: string) => ConditionTree | null,
  cleared: Set<string>,
): string[] | null {
  const here = way.at(-1) ?? ''
  const tree = treeOf(here)
  for (const next of tree ? segmentIdsOf(tree) : []) {
    const start = way.indexOf(next)
    if (start >= 0) return [...way.slice(start), next]
    if (cleared.has(next)) continue
    const cycle = search([...way, next], treeOf, cleared)
    if (cycle) return cycle
  }
  // Whatever lies beyond it was searched: many ways to one segment cost no more than one.
  cleared.add(here)
  return null
}
