import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

/** The condition on contacts that were added from one moment on, and before another. */
export function addedBetween(from: string, to: string): ConditionTree {
  const filters = [
    { field: 'createdAt', operator: 'greaterThanOrEqual' as const, value: from },
    { field: 'createdAt', operator: 'lessThan' as const, value: to },
  ]
  return { logic: 'AND', groups: [{ filters }] }
}
