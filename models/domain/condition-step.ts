import { isConditionOperator, isTimed, isValueless } from './conditions/operators.js'
import type { ConditionTree, Filter } from './conditions/tree.js'

/** One way out of a multi-way CONDITION: what the step's field has to be for it. */
export interface ConditionBranch extends Omit<Filter, 'field'> {
  id: string
  name: string
}

/** A CONDITION step that compares one field several times: the first branch that holds is taken. */
interface MultiWay {
  mode: 'multi'
  field: string
  /** Absent while its author has not come to them. */
  branches?: ConditionBranch[]
}

type ConditionConfig = Filter | { condition: ConditionTree } | MultiWay

/** What a CONDITION step can come to: the branch it takes, and what it says of it. */
export interface ConditionOutcome {
  branch: string
  output: Record<string, unknown>
}

/** A CONDITION step as the cases it tries in order, and what it comes to when none holds. */
export interface Decision {
  cases: (ConditionOutcome & { condition: ConditionTree })[]
  otherwise: ConditionOutcome
}

/** What a multi-way CONDITION comes to when none of its branches holds; no branch has this id. */
export const DEFAULT_BRANCH = 'default'
/** The most branches of a multi-way CONDITION, the default not counted. */
export const MAX_BRANCHES = 20

/** What the config of a CONDITION step decides, in any of its forms. */
export function decisionOf(config: Record<string, unknown>): Decision {
  const known = config as unknown as ConditionConfig
  if ('mode' in known) {
    const { field, branches = [] } = known
    const cases = branches.map(({ id, name, ...comparison }) => ({
      ...named(id, name),
      condition: only({ ...comparison, field }),
    }))
    return { cases, otherwise: named(DEFAULT_BRANCH, DEFAULT_BRANCH) }
  }
  const condition = 'condition' in known ? known.condition : only(known)
  const yes = { branch: 'yes', output: { result: true }, condition }
  return { cases: [yes], otherwise: { branch: 'no', output: { result: false } } }
}

/** The branches of a CONDITION step that transitions can name, in order. */
export function conditionBranches(config: Record<string, unknown>): string[] {
  const { cases, otherwise } = decisionOf(config)
  return [...cases, otherwise].map(({ branch }) => branch)
}

/** The fields that the config of a CONDITION step still lacks, by their paths, each with a sentence for its author. */
export function conditionLacks(config: Record<string, unknown>): [field: string, message: string][] {
  const { condition, field, mode, branches } = config as Partial<MultiWay> & { condition?: ConditionTree }
  if (condition) return []
  const ofField: [string, string][] = isPresent(field) ? [] : [['field', 'A CONDITION needs a field']]
  if (mode !== 'multi') return [...ofField, ...comparisonLacks(config)]
  if (!branches) return [...ofField, ['branches', 'A multi-way CONDITION needs at least one branch']]
  return [...ofField, ...branches.flatMap(branchLacks)]
}

function branchLacks(branch: Partial<ConditionBranch>, index: number): [string, string][] {
  const name: [string, string][] = isPresent(branch.name) ? [] : [['name', 'A branch needs a name']]
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
  const takesValue = !isConditionOperator(operator) || !isValueless(operator)
  const takesUnit = isConditionOperator(operator) && isTimed(operator)
  return [
    ...need('operator', 'A CONDITION needs an operator'),
    ...(takesValue ? need('value', 'A CONDITION needs a value to compare with') : []),
    ...(takesUnit ? need('unit', 'This operator needs a unit') : []),
  ]
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}
