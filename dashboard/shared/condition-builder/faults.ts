import { readConditionTree } from '../../../models/domain/conditions/read-condition-tree.js'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

/** The fault of a part of a condition; the path may be that of a request, as `condition.groups.0`. */
export interface ConditionFault {
  field: string
  message: string
}

/**
 * All faults of a condition by their path from its root, those of its owner first. A part that is not filled in yet
 * counts only where the owner says so.
 */
export function faultsByPath(
  tree: ConditionTree | null,
  scope: ConditionScope,
  given: readonly ConditionFault[],
): ReadonlyMap<string, string> {
  const own = tree ? (readConditionTree(tree, { prefix: '', scope }).errors ?? []) : []
  const begun = own.filter(({ field, code }) => code !== 'required' && !isUnfilled(tree, field))
  const faults = new Map<string, string>()
  for (const { field, message } of [...given, ...begun]) {
    const path = fromRoot(field)
    if (!faults.has(path)) faults.set(path, message)
  }
  return faults
}

/** The faults that keep a condition from being stored. */
export function faultsOf(tree: ConditionTree | null, scope: ConditionScope = 'contact'): ConditionFault[] {
  return readConditionTree(tree, { prefix: '', scope }).errors ?? []
}

/** The path without what stands before the root of the condition. */
function fromRoot(path: string): string {
  const at = path.indexOf('groups.')
  return at === -1 ? '' : path.slice(at)
}

function isUnfilled(tree: ConditionTree | null, path: string): boolean {
  const part = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tree)
  return part === '' || part === undefined || (Array.isArray(part) && part.length === 0)
}
