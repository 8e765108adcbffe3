import { subjectOf } from '../conditions/condition-field.js'
import { dateOf } from '../conditions/operand.js'
import type { ConditionOperator } from '../conditions/operators.js'
import { readConditionTree } from '../conditions/read-condition-tree.js'
import type { ConditionTree, Filter } from '../conditions/tree.js'
import { walkFilters } from '../conditions/walk-filters.js'
import type { Reading } from './reading.js'

/** The operators that a message can evaluate for its recipient. */
export const MESSAGE_OPERATORS = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'exists',
  'notExists',
  'in',
  'notIn',
] as const satisfies readonly ConditionOperator[]
export type MessageOperator = (typeof MESSAGE_OPERATORS)[number]

/** Whether a message can evaluate an operator for its recipient. */
export function isMessageOperator(operator: ConditionOperator): operator is MessageOperator {
  return (MESSAGE_OPERATORS as readonly ConditionOperator[]).includes(operator)
}

/**
 * Reads the condition of a block. A message only knows its recipient's fields and the data of its event, so events,
 * emails, campaigns and segments are refused, and so are comparisons with dates.
 */
export function readWhen(reading: Reading, value: unknown, at: string): ConditionTree | null {
  const { tree, errors } = readConditionTree(value, { prefix: at, scope: 'workflow' })
  if (!tree) {
    for (const { field, message, code } of errors) reading.refuse(field, message, code)
    return null
  }
  let isSound = true
  for (const { filter, path } of walkFilters(tree)) {
    const fault = faultOf(filter)
    if (!fault) continue
    isSound = false
    reading.refuse(`${at}.${path}.${fault.at}`, fault.message, 'custom')
  }
  return isSound ? tree : null
}

function faultOf(filter: Filter): { at: 'field' | 'operator' | 'value'; message: string } | null {
  const subject = subjectOf(filter)
  const isKnown = ['email', 'subscribed', 'data', 'context'].includes(subject?.kind ?? '')
  if (!isKnown) {
    return {
      at: 'field',
      message: 'The condition of a block can use email, subscribed, data.<key> and event.<path> only',
    }
  }
  if (!isMessageOperator(filter.operator)) {
    const operators = MESSAGE_OPERATORS.join(', ')
    return { at: 'operator', message: `The condition of a block supports the operators ${operators}` }
  }
  if (![filter.value].flat().some((value) => dateOf(value) !== null)) return null
  return { at: 'value', message: 'The condition of a block cannot compare dates' }
}
