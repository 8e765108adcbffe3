import type { ConditionTree, Filter } from '../../models/domain/conditions/tree.js'

/** The bounds of a time: `from` is included, `before` is not, `upTo` is. A bound that is null is none. */
interface Times {
  from: string
  before?: string
  upTo?: string | null
}

/** The condition on contacts that were created or changed within some time. */
export function timeCondition(field: 'createdAt' | 'updatedAt', { from, before, upTo }: Times): ConditionTree {
  const bound = (operator: Filter['operator'], value: string | null | undefined): Filter[] =>
    value ? [{ field, operator, value }] : []
  const filters = [
    ...bound('greaterThanOrEqual', from),
    ...bound('lessThan', before),
    ...bound('lessThanOrEqual', upTo),
  ]
  return { logic: 'AND', groups: [{ filters }] }
}
