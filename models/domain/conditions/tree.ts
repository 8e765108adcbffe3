import type { DelayUnit } from '../delay.js'
import type { ConditionOperator } from './operators.js'

/** One comparison of a condition; `unit` goes with the operators that look back in time. */
export interface Filter {
  field: string
  operator: ConditionOperator
  value?: unknown
  unit?: DelayUnit
}

/** What must hold together: every filter, and the nested tree where there is one. */
export interface ConditionGroup {
  filters: Filter[]
  conditions?: ConditionTree
}

/** Which contacts are meant: `logic` joins the groups. */
export interface ConditionTree {
  logic: 'AND' | 'OR'
  groups: ConditionGroup[]
}

/** The most levels of trees within trees; the root is the first. */
export const MAX_CONDITION_DEPTH = 10
export const MAX_FILTERS = 100
export const MAX_VALUE_LENGTH = 1_000
/** The most values that `in` and `notIn` take. */
export const MAX_LIST_VALUES = 100
