import type { ConditionTree } from './conditions/tree.js'
import { segmentIdsOf } from './conditions/walk-filters.js'

/** A segment in the graph of references. */
export interface SegmentNode {
  /** Null for a static segment. */
  condition: ConditionTree | null
  /**
   * Whether the membership that contacts store decides. Otherwise other conditions inline the condition of the segment.
   */
  hasStoredMembers: boolean
}

/** The segments of a project, by id. */
export type SegmentGraph = ReadonlyMap<string, SegmentNode>

/** Ids of the segments that a condition refers to, directly or through other segments. */
export function reachableFrom(graph: SegmentGraph, tree: ConditionTree): Set<string> {
  return reach(graph, tree, () => true)
}

/** A condition together with the conditions that are inlined into it. */
export function withInlined(graph: SegmentGraph, tree: ConditionTree): ConditionTree[] {
  const inlined = [...reach(graph, tree, ({ hasStoredMembers }) => !hasStoredMembers)].flatMap((id) => {
    const node = graph.get(id)
    return node?.condition && !node.hasStoredMembers ? [node.condition] : []
  })
  return [tree, ...inlined]
}

/** Ids of the other dynamic segments whose members depend on this segment. */
export function dependentsOf(graph: SegmentGraph, id: string): string[] {
  const isDependent = ([other, { condition }]: [string, SegmentNode]): boolean =>
    other !== id && condition !== null && withInlined(graph, condition).some((tree) => segmentIdsOf(tree).has(id))
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
