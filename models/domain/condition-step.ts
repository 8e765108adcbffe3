import { isConditionOperator, isMeasured, isValueless, isValueOptional } from './conditions/operators.js'
import type { ConditionTree, Filter } from './conditions/tree.js'

/** A branch of a multi-way CONDITION. The execution takes the branch if the comparison of the step's field holds. */
export interface ConditionBranch extends Omit<Filter, 'field'> {
  id: string
  name: string
}

/** A CONDITION step that compares one field several times and takes the first branch that holds. */
interface MultiWay {
  mode: 'multi'
  field: string
  /** Missing until the author adds branches. */
  branches?: ConditionBranch[]
}

type ConditionConfig = Filter | { condition: ConditionTree } | MultiWay

/** A possible outcome of a CONDITION step: its branch, and its output. */
export interface ConditionOutcome {
  branch: string
  output: Record<string, unknown>
}

/** A CONDITION step as cases that are tried in order, with the outcome for when no case holds. */
export interface Decision {
  cases: (ConditionOutcome & { condition: ConditionTree })[]
  otherwise: ConditionOutcome
}

/** The branch that a multi-way CONDITION takes when none of its branches holds. Branches cannot have this id. */
export const DEFAULT_BRANCH = 'default'
/** Limit on the branches of a multi-way CONDITION, without the default. */
export const MAX_BRANCHES = 20

/** Reads the config of a CONDITION step, in any of its forms. */
export function decisionOf(config: Record<string, unknown>): Decision {
  const typed = config as unknown as ConditionConfig
  if ('mode' in typed) {
    const { field, branches = [] } = typed
    const cases = branches.map(({ id, name, ...comparison }) => ({
      ...named(id, name),
      condition: only({ ...comparison, field }),
    }))
    return { cases, otherwise: named(DEFAULT_BRANCH, DEFAULT_BRANCH) }
  }
  const condition = 'condition' in typed ? typed.condition : only(typed)
  const yes = { branch: 'yes', output: { result: true }, condition }
  return { cases: [yes], otherwise: { branch: 'no', output: { result: false } } }
}

/** The branches that transitions of a CONDITION step can name, in order. */
export function conditionBranches(config: Record<string, unknown>): string[] {
  const { cases, otherwise } = decisionOf(config)
  return [...cases, otherwise].map(({ branch }) => branch)
}

/** The missing fields of a CONDITION step's config, each with a message for the author. */
export function conditionLacks(config: Record<string, unknown>): [field: string, message: string][] {
  const { condition, field, mode, branches } = config as Partial<MultiWay> & { condition?: ConditionTree }
  if (condition) return []
  const ofField: [string, string][] = isPresent(field) ? [] : [['field', 'Choose what to compare']]
  if (mode !== 'multi') return [...ofField, ...comparisonLacks(config)]
  if (!branches) return [...ofField, ['branches', 'Add at least one branch']]
  return [...ofField, ...branches.flatMap(branchLacks)]
}

function branchLacks(branch: Partial<ConditionBranch>, index: number): [string, string][] {
  const name: [string, string][] = isPresent(branch.name) ? [] : [['name', 'A branch requires a name']]
  return [...name, ...comparisonLacks(branch)].map(([part, message]) => [`branches.${index}.${part}`, message])
}

function only(filter: Filter): ConditionTree {
  return { logic: 'AND', groups: [{ filters: [filter] }] }
}

function named(id: string, name: string): ConditionOutcome {
  return { branch: id, output: { branch: id, branchName: name } }
}

function comparisonLacks(comparison: Partial<Filter>): [string, string][] {
  const { operator } = comparison
  const need = (part: keyof Filter, message: string): [string, string][] =>
    isPresent(comparison[part]) ? [] : [[part, message]]
  const takesValue = !isConditionOperator(operator) || !(isValueless(operator) || isValueOptional(operator))
  const takesUnit = isConditionOperator(operator) && isMeasured(operator)
  return [
    ...need('operator', 'Choose how to compare'),
    ...(takesValue ? need('value', 'Enter a value to compare with') : []),
    ...(takesUnit ? need('unit', 'This operator requires a unit') : []),
  ]
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}
