import type { ConditionGroup, ConditionTree } from '../../../models/domain/conditions/tree.js'

/** The place of a group: its index in the root, then its index in the nested condition of that group, and so on. */
export type GroupPath = readonly number[]

/** The places of all groups, in the order in which one reads them. */
export function flatGroups({ groups }: ConditionTree, above: GroupPath = []): GroupPath[] {
  return groups.flatMap(({ conditions }, index) => {
    const path = [...above, index]
    return [path, ...(conditions ? flatGroups(conditions, path) : [])]
  })
}

/** The group at a place; null where there is none. */
export function groupAt(tree: ConditionTree, [index = -1, ...rest]: GroupPath): ConditionGroup | null {
  const group = tree.groups[index]
  if (!group || rest.length === 0) return group ?? null
  return group.conditions ? groupAt(group.conditions, rest) : null
}

/** Changes the condition that the group at a place holds; the root, where the place is empty. */
export function mapTree(
  tree: ConditionTree,
  path: GroupPath,
  change: (tree: ConditionTree) => ConditionTree,
): ConditionTree {
  if (path.length === 0) return change(tree)
  const [index = -1, ...rest] = path
  const group = tree.groups[index]
  if (!group?.conditions) return tree
  return { ...tree, groups: tree.groups.with(index, { ...group, conditions: mapTree(group.conditions, rest, change) }) }
}

/** Changes the group at a place. */
export function mapGroup(
  tree: ConditionTree,
  path: GroupPath,
  change: (group: ConditionGroup) => ConditionGroup,
): ConditionTree {
  const index = path.at(-1) ?? -1
  return mapTree(tree, path.slice(0, -1), (at) => {
    const group = at.groups[index]
    return group ? { ...at, groups: at.groups.with(index, change(group)) } : at
  })
}

/** The condition without groups that hold nothing; null where nothing is left. */
export function dropEmpty(tree: ConditionTree): ConditionTree | null {
  const groups = tree.groups.flatMap(({ filters, conditions }) => {
    const nested = conditions && dropEmpty(conditions)
    if (nested) return [{ filters, conditions: nested }]
    return filters.length > 0 ? [{ filters }] : []
  })
  return groups.length > 0 ? { ...tree, groups } : null
}

/** A place as the paths of errors write it: `groups.0.conditions.groups.1`. */
export function writtenPath(group: GroupPath, filter?: number): string {
  const path = group.map((index) => `groups.${index}`).join('.conditions.')
  return filter === undefined ? path : `${path}.filters.${filter}`
}
