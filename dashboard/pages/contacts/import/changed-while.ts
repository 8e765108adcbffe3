import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'

/** The condition of the contacts that changed while a job ran. */
export function changedWhile({
  createdAt,
  completedAt,
}: {
  createdAt: string
  completedAt: string | null
}): ConditionTree {
  const field = 'updatedAt'
  const begun = { field, operator: 'greaterThanOrEqual', value: createdAt } as const
  const ended = completedAt === null ? [] : [{ field, operator: 'lessThanOrEqual', value: completedAt } as const]
  return { logic: 'AND', groups: [{ filters: [begun, ...ended] }] }
}
