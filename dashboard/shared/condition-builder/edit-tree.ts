import {
  MAX_CONDITION_DEPTH,
  MAX_FILTERS,
  type ConditionGroup,
  type ConditionTree,
  type Filter,
} from '../../../models/domain/conditions/tree.js'
import { walkFilters } from '../../../models/domain/conditions/walk-filters.js'
import { dropEmpty, flatGroups, groupAt, mapGroup, mapTree, type GroupPath } from './tree-paths.js'

/** The place of a filter: its group, and its index there. */
export interface FilterPath {
  group: GroupPath
  index: number
}

/** A change of a condition. The path of a tree is that of the group that holds it; the root has the empty path. */
export type ConditionEdit =
  | { kind: 'addFilter'; group: GroupPath; filter: Filter }
  /** Where there was one group only, `logic` says how the second is joined. */
  | { kind: 'addGroup'; tree: GroupPath; filter: Filter; logic?: ConditionTree['logic'] }
  | { kind: 'changeFilter'; at: FilterPath; filter: Filter }
  | { kind: 'duplicateFilter' | 'wrapFilter' | 'deleteFilter'; at: FilterPath }
  | { kind: 'moveFilter'; at: FilterPath; to: 'up' | 'down' | 'in' | 'out' }
  | { kind: 'placeFilter'; at: FilterPath; before: FilterPath }
  | { kind: 'setLogic'; tree: GroupPath; logic: ConditionTree['logic'] }
  | { kind: 'duplicateGroup' | 'wrapGroup' | 'deleteGroup'; group: GroupPath }
  | { kind: 'moveGroup'; group: GroupPath; to: 'up' | 'down' }
  | { kind: 'replace'; tree: ConditionTree | null }

/**
 * Changes a condition; null is no condition. A group that has become empty goes with its last filter. An edit that
 * exceeds a limit, or whose place does not exist, returns the same condition.
 */
export function editTree(tree: ConditionTree | null, edit: ConditionEdit): ConditionTree | null {
  if (edit.kind === 'replace') return edit.tree
  if (!tree) {
    const isFirst = edit.kind === 'addFilter' || edit.kind === 'addGroup'
    return isFirst ? { logic: 'AND', groups: [{ filters: [edit.filter] }] } : null
  }
  const next = dropEmpty(apply(tree, edit))
  return next && exceeds(next, tree) ? tree : next
}

/** The number of filters of a condition. */
export function countFilters(tree: ConditionTree | null): number {
  return tree ? [...walkFilters(tree)].length : 0
}

/** The levels of a condition; the root is the first. */
export function depthOf(tree: ConditionTree | null): number {
  if (!tree) return 0
  return 1 + Math.max(...tree.groups.map(({ conditions }) => depthOf(conditions ?? null)), 0)
}

/** The present place of a filter of a condition; null for a removed one. */
export function placeOf(tree: ConditionTree | null, filter: Filter): FilterPath | null {
  if (!tree) return null
  for (const group of flatGroups(tree)) {
    const index = groupAt(tree, group)?.filters.indexOf(filter) ?? -1
    if (index !== -1) return { group, index }
  }
  return null
}

/** The filter at a place. */
export function filterAt(tree: ConditionTree | null, { group, index }: FilterPath): Filter | null {
  return (tree && groupAt(tree, group)?.filters[index]) ?? null
}

type InPlace = Exclude<ConditionEdit, { kind: 'replace' }>

function apply(tree: ConditionTree, edit: InPlace): ConditionTree {
  switch (edit.kind) {
    case 'addFilter':
      return inFilters(tree, edit.group, (filters) => [...filters, edit.filter])
    case 'addGroup':
      return mapTree(tree, edit.tree, ({ logic, groups }) => ({
        logic: groups.length === 1 ? (edit.logic ?? logic) : logic,
        groups: [...groups, { filters: [edit.filter] }],
      }))
    case 'setLogic':
      return mapTree(tree, edit.tree, (at) => ({ ...at, logic: edit.logic }))
    case 'duplicateGroup':
    case 'wrapGroup':
    case 'deleteGroup':
    case 'moveGroup':
      return applyToGroup(tree, edit)
    default:
      return applyToFilter(tree, edit)
  }
}

function applyToFilter(tree: ConditionTree, edit: Extract<InPlace, { at: FilterPath }>): ConditionTree {
  const { group, index } = edit.at
  const filter = filterAt(tree, edit.at)
  if (!filter) return tree
  switch (edit.kind) {
    case 'changeFilter':
      return inFilters(tree, group, (filters) => filters.with(index, edit.filter))
    case 'duplicateFilter':
      return inFilters(tree, group, (filters) => filters.toSpliced(index + 1, 0, { ...filter }))
    case 'deleteFilter':
      return inFilters(tree, group, (filters) => filters.toSpliced(index, 1))
    case 'wrapFilter':
      return mapGroup(tree, group, (at) => wrap(at, index))
    case 'placeFilter':
      return place(tree, edit.at, filter, edit.before)
    default:
      return move(tree, edit.at, filter, edit.to)
  }
}

function applyToGroup(
  tree: ConditionTree,
  edit: Extract<InPlace, { kind: 'duplicateGroup' | 'wrapGroup' | 'deleteGroup' | 'moveGroup' }>,
): ConditionTree {
  const index = edit.group.at(-1) ?? -1
  return mapTree(tree, edit.group.slice(0, -1), ({ logic, groups }) => {
    const group = groups[index]
    if (!group) return { logic, groups }
    switch (edit.kind) {
      case 'duplicateGroup':
        return { logic, groups: groups.toSpliced(index + 1, 0, structuredClone(group)) }
      case 'wrapGroup':
        return {
          logic,
          groups: groups.with(index, { filters: [], conditions: { logic: other(logic), groups: [group] } }),
        }
      case 'deleteGroup':
        return { logic, groups: groups.toSpliced(index, 1) }
      default:
        return { logic, groups: swap(groups, index, edit.to === 'up' ? index - 1 : index + 1) }
    }
  })
}

/** Puts a filter into a nested condition, to which alternatives can be added; what holds stays the same. */
function wrap({ filters, conditions }: ConditionGroup, index: number): ConditionGroup {
  const inner: ConditionTree = { logic: 'OR', groups: [{ filters: filters.slice(index, index + 1) }] }
  const rest = filters.toSpliced(index, 1)
  if (!conditions) return { filters: rest, conditions: inner }
  const groups = [
    { filters: [], conditions: inner },
    { filters: [], conditions },
  ]
  return { filters: rest, conditions: { logic: 'AND', groups } }
}

/** Moves a filter within its group, and from the edge of the group into the next one in the order of reading. */
function move(tree: ConditionTree, at: FilterPath, filter: Filter, to: 'up' | 'down' | 'in' | 'out'): ConditionTree {
  const group = groupAt(tree, at.group)
  if (!group) return tree
  if (to === 'out') return at.group.length > 1 ? carry(tree, at, filter, at.group.slice(0, -1), 'end') : tree
  if (to === 'in') {
    if (group.conditions) return carry(tree, at, filter, [...at.group, 0], 'start')
    return group.filters.length > 1 ? mapGroup(tree, at.group, (one) => wrap(one, at.index)) : tree
  }
  const next = to === 'up' ? at.index - 1 : at.index + 1
  if (next >= 0 && next < group.filters.length) {
    return inFilters(tree, at.group, (filters) => swap(filters, at.index, next))
  }
  const groups = flatGroups(tree)
  const here = groups.findIndex((path) => path.join() === at.group.join())
  const target = groups[to === 'up' ? here - 1 : here + 1]
  return target ? carry(tree, at, filter, target, to === 'up' ? 'end' : 'start') : tree
}

/** Puts a filter before the place of another one, or behind the last one of a group. */
function place(tree: ConditionTree, from: FilterPath, filter: Filter, { group, index }: FilterPath): ConditionTree {
  if (!groupAt(tree, group)) return tree
  const isWithin = from.group.join() === group.join()
  const at = isWithin && from.index < index ? index - 1 : index
  const without = inFilters(tree, from.group, (filters) => filters.toSpliced(from.index, 1))
  return inFilters(without, group, (filters) => filters.toSpliced(at, 0, filter))
}

function carry(
  tree: ConditionTree,
  from: FilterPath,
  filter: Filter,
  group: GroupPath,
  side: 'start' | 'end',
): ConditionTree {
  const put = (filters: Filter[]): Filter[] => (side === 'start' ? [filter, ...filters] : [...filters, filter])
  const without = inFilters(tree, from.group, (filters) => filters.toSpliced(from.index, 1))
  return inFilters(without, group, put)
}

function inFilters(tree: ConditionTree, group: GroupPath, change: (filters: Filter[]) => Filter[]): ConditionTree {
  return mapGroup(tree, group, (at) => ({ ...at, filters: change(at.filters) }))
}

function swap<T>(items: T[], a: number, b: number): T[] {
  const [first, second] = [items[a], items[b]]
  return first === undefined || second === undefined ? items : items.with(a, second).with(b, first)
}

const other = (logic: ConditionTree['logic']): ConditionTree['logic'] => (logic === 'AND' ? 'OR' : 'AND')

/** A condition that came with too much may still be changed, as long as it does not grow. */
function exceeds(next: ConditionTree, before: ConditionTree): boolean {
  const isDeep = depthOf(next) > Math.max(MAX_CONDITION_DEPTH, depthOf(before))
  return isDeep || countFilters(next) > Math.max(MAX_FILTERS, countFilters(before))
}
