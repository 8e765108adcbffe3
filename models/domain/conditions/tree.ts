import type { DelayUnit } from '../delay.js'
import type { ConditionOperator } from './operators.js'

/** One comparison of a condition. Operators that measure time from now have a `unit`. */
export interface Filter {
  field: string
  operator: ConditionOperator
  value?: unknown
  unit?: DelayUnit
}

/** Filters that must all hold, and perhaps a nested tree that must hold too. */
export interface ConditionGroup {
  filters: Filter[]
  conditions?: ConditionTree
}

/** A condition on contacts; `logic` joins its groups. */
export interface ConditionTree {
  logic: 'AND' | 'OR'
  groups: ConditionGroup[]
}

/** Limit on the levels of nested trees; the root is the first. */
export const MAX_CONDITION_DEPTH = 10
export const MAX_FILTERS = 100
export const MAX_VALUE_LENGTH = 1_000
/** Limit on the values of `in` and `notIn`. */
export const MAX_LIST_VALUES = 100
/** Limit on the days from now of `anniversary`. */
export const MAX_DAYS_AHEAD = 366

/** Whether an object of a stored config is a condition tree. */
export function isConditionTree(value: object): value is ConditionTree {
  return 'groups' in value && Array.isArray(value.groups)
}
