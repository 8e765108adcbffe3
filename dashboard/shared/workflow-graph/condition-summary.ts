import { isConditionOperator, isValueless } from '../../../models/domain/conditions/operators.js'
import { isConditionTree, type ConditionTree } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import type { DraftStep } from '../workflow-draft/draft.js'

const summaryText = t.workflowGraph.summary

type Names = ReadonlyMap<string, string> | undefined
type Comparison = Partial<Record<'field' | 'operator' | 'value' | 'unit', unknown>>

/** A CONDITION in a few words: its first comparison, and the number of others. */
export function conditionSummary(config: DraftStep['config'], names?: ReadonlyMap<string, string>): string | null {
  const { mode, branches, condition, field } = config
  if (mode === 'multi') {
    const count = Array.isArray(branches) ? branches.length : 0
    return typeof field === 'string' && field !== '' ? summaryText.cases(nameOf(field, names), count) : null
  }
  if (typeof condition !== 'object' || condition === null || !isConditionTree(condition))
    return comparison(config, names)
  const all = comparisonsOf(condition)
  const [first] = all.flatMap((one) => comparison(one, names) ?? [])
  return first === undefined ? null : summaryText.filters(first, all.length - 1)
}

function comparisonsOf({ groups }: ConditionTree): Comparison[] {
  return groups.flatMap(({ filters, conditions }) => [...filters, ...(conditions ? comparisonsOf(conditions) : [])])
}

function comparison({ field, operator, value, unit }: Comparison, names: Names): string | null {
  if (typeof field !== 'string' || field === '' || !isConditionOperator(operator)) return null
  if (operator === 'anniversary') return `${nameOf(field, names)} ${t.conditions.anniversary(value)}`
  const left = `${nameOf(field, names)} ${t.workflowGraph.operators[operator]}`
  if (isValueless(operator)) return left
  const right = [Array.isArray(value) ? value.join(', ') : written(value), typeof unit === 'string' ? unit : '']
  return [left, ...right].filter((part) => part !== '').join(' ')
}

function written(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A field as its author thinks of it: without the prefix, and a segment or campaign by its name. */
function nameOf(field: string, names: Names): string {
  const [, kind, id = ''] = /^(segment|campaign)\.(.+)$/.exec(field) ?? []
  if (kind !== undefined) return names?.get(id) ?? kind
  return field.replace(/^(?:contact\.)?(?:data|event)\./, '')
}
