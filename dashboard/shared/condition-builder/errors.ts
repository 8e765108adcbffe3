import { readConditionTree } from '../../../models/domain/conditions/read-condition-tree.js'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

/** The error of a part of a condition; the path may be that of a request, as `condition.groups.0`. */
export interface ConditionError {
  field: string
  message: string
}

/**
 * All errors of a condition by their path from its root, those of its owner first. A part that is not filled in yet
 * counts only where the owner says so.
 */
export function errorsByPath(
  tree: ConditionTree | null,
  scope: ConditionScope,
  given: readonly ConditionError[],
): ReadonlyMap<string, string> {
  const own = tree ? (readConditionTree(tree, { prefix: '', scope }).errors ?? []) : []
  const begun = own.filter(({ field, code }) => code !== 'required' && !isUnfilled(tree, field))
  const errors = new Map<string, string>()
  for (const { field, message } of [...given, ...begun]) {
    const path = fromRoot(field)
    if (!errors.has(path)) errors.set(path, message)
  }
  return errors
}

/** The errors that keep a condition from being stored. */
export function errorsOf(tree: ConditionTree | null, scope: ConditionScope = 'contact'): ConditionError[] {
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
