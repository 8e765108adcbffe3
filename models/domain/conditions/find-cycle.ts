import type { ConditionTree } from './tree.js'
import { segmentIdsOf } from './walk-filters.js'

/**
 * The first cycle of references that a segment reaches: its ids in order, with the first repeated at the end. Null
 * without a cycle. `treeOf` returns null for a segment without a condition.
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
  // Every path from here has been searched. A segment that several paths reach is searched only once.
  cleared.add(here)
  return null
}
