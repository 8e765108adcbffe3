import { decisionOf, MAX_BRANCHES, type ConditionBranch } from '../../../../../models/domain/condition-step.js'
import { subjectOf } from '../../../../../models/domain/conditions/condition-field.js'
import {
  CONDITION_OPERATORS,
  isConditionOperator,
  isMeasured,
  isOrderOperator,
  isValueless,
  OPERATORS_OF,
  type ConditionOperator,
} from '../../../../../models/domain/conditions/operators.js'
import type { ConditionTree } from '../../../../../models/domain/conditions/tree.js'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import { newId } from '../../../../shared/workflow-draft/new-id.js'

type Config = DraftStep['config']

/** A branch as it is being written. */
export type BranchDraft = Partial<Omit<ConditionBranch, 'id'>> & { id: string }

/** Whether a CONDITION has a branch for each of several values. */
export function isMulti({ mode, branches }: Config): boolean {
  return mode !== undefined || branches !== undefined
}

/** The question of a yes-or-no CONDITION, in the form of a condition; null for an empty one. */
export function treeOf(config: Config): ConditionTree | null {
  if (config['condition'] === undefined && config['field'] === undefined && config['operator'] === undefined)
    return null
  return decisionOf(config).cases[0]?.condition ?? null
}

/** The branches of a CONDITION, in their order. */
export function branchesIn({ branches }: Config): BranchDraft[] {
  return Array.isArray(branches) ? (branches as BranchDraft[]) : []
}

/** The branches with one more; the same where there is no room. */
export function withBranch(branches: readonly BranchDraft[], name: string): BranchDraft[] {
  if (branches.length >= MAX_BRANCHES) return [...branches]
  return [...branches, { id: newId(), name, operator: 'equals' }]
}

/** The operators for a field; all of them while the field is not known. */
export function operatorsFor(field: string): readonly ConditionOperator[] {
  const subject = subjectOf({ field, operator: 'equals' })
  if (!subject) return CONDITION_OPERATORS
  if (subject.kind !== 'context') return OPERATORS_OF[subject.kind]
  // The name of an event and a path in its data are written alike: the operator decides which one is meant.
  return [...OPERATORS_OF.context, ...OPERATORS_OF.activity]
}

/** The kind of value of a comparison: nothing, a list, a number, or a text. */
export function valueKind(operator: string | undefined): 'none' | 'list' | 'number' | 'text' {
  if (!isConditionOperator(operator)) return 'text'
  if (isValueless(operator)) return 'none'
  if (operator === 'in' || operator === 'notIn') return 'list'
  const isNumber = isMeasured(operator) || operator === 'anniversary' || operator === 'triggeredAtLeast'
  return isNumber ? 'number' : 'text'
}

/** A value as it is shown in its field. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * The value that a text writes for a comparison; undefined while there is none. A field of numbers or booleans compares
 * with numbers and booleans.
 */
export function readValue(text: string, operator: string | undefined, type: string | undefined): unknown {
  const kind = valueKind(operator)
  if (kind === 'none' || text.trim() === '') return undefined
  const isOrder = isConditionOperator(operator) && isOrderOperator(operator)
  const one = (part: string): unknown => {
    const number = Number(part)
    const isNumber = part.trim() !== '' && Number.isFinite(number)
    if (kind === 'number' || type === 'number' || (isOrder && type === undefined)) return isNumber ? number : part
    if (type === 'boolean' && (part === 'true' || part === 'false')) return part === 'true'
    return part
  }
  if (kind !== 'list') return one(text)
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(one)
}
