import type { ConditionTree, Filter } from '../../models/domain/conditions/tree.js'

/** The bounds of a time: `from` is included, `before` is not. */
interface Times {
  from: string
  before?: string
}

/** The condition on contacts that were created or changed within some time. */
export function timeCondition(field: 'createdAt' | 'updatedAt', { from, before }: Times): ConditionTree {
  const bound = (operator: Filter['operator'], value: string | undefined): Filter[] =>
    value ? [{ field, operator, value }] : []
  const filters = [...bound('greaterThanOrEqual', from), ...bound('lessThan', before)]
  return { logic: 'AND', groups: [{ filters }] }
}
