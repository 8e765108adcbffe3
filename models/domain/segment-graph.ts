import type { ConditionTree } from './conditions/tree.js'
import { segmentIdsOf } from './conditions/walk-filters.js'

/** A segment as others refer to it. */
export interface SegmentNode {
  /** Null for one that is kept by hand. */
  condition: ConditionTree | null
  isTracked: boolean
  /** Whether its members are noted; else its condition stands in place of a reference to it. */
  isNoted: boolean
}

/** The segments of a project, by id. */
export type SegmentGraph = ReadonlyMap<string, SegmentNode>

/** The segments that a condition refers to, and those that theirs refer to, whether inlined or noted. */
export function reachableFrom(graph: SegmentGraph, tree: ConditionTree): Set<string> {
  return reach(graph, tree, () => true)
}

/** A condition, and those that stand in it in place of references. */
export function withInlined(graph: SegmentGraph, tree: ConditionTree): ConditionTree[] {
  const inlined = [...reach(graph, tree, ({ isNoted }) => !isNoted)].flatMap((id) => {
    const node = graph.get(id)
    return node?.condition && !node.isNoted ? [node.condition] : []
  })
  return [tree, ...inlined]
}

/** The tracked dynamic segments that a change of this one can matter to, itself left out. */
export function trackedDependents(graph: SegmentGraph, id: string): string[] {
  const isDependent = ([other, { condition, isTracked }]: [string, SegmentNode]): boolean =>
    other !== id &&
    isTracked &&
    condition !== null &&
    withInlined(graph, condition).some((tree) => segmentIdsOf(tree).has(id))
  return [...graph].filter(isDependent).map(([other]) => other)
}

function reach(graph: SegmentGraph, tree: ConditionTree, isOpen: (node: SegmentNode) => boolean): Set<string> {
  const reached = new Set<string>()
  const open = [tree]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const id of segmentIdsOf(next)) {
      if (reached.has(id)) continue
      reached.add(id)
      const node = graph.get(id)
      if (node?.condition && isOpen(node)) open.push(node.condition)
    }
  }
  return reached
}
