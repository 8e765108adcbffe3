import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { isValueless, type ConditionOperator } from '../../../models/domain/conditions/operators.js'
import type { Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { typeOfStandard, type ValueType } from './value-type.js'

/** An operator in words, as they fit the type of the values. */
export function operatorText(operator: ConditionOperator, field: string, type: ValueType): string {
  const ofDates: Record<string, string> = t.conditions.dateOperators
  const isDate = (typeOfStandard(field) ?? type) === 'date'
  return (isDate ? ofDates[operator] : undefined) ?? t.conditions.operators[operator]
}

/** A filter as a sentence; `label` is its field in words. */
export function filterText({ field, operator, value, unit }: Filter, label: string, type: ValueType): string {
  if (field === '') return t.conditions.newFilter
  if (operator === 'anniversary') return `${label} ${t.conditions.anniversary(value)}`
  const parts = [label, operatorText(operator, field, type)]
  if (isValueless(operator) || value === undefined) return parts.join(' ')
  const last = operator === 'triggeredAtLeast' ? t.conditions.times : unit && t.conditions.units[unit]
  return [...parts, valueText(value), last].filter(Boolean).join(' ')
}

/** A field in words where no list names it: its name without the word before it. */
export function fieldText(field: string): string {
  const standard: Record<string, string> = t.conditions.standard
  const activities: Record<string, string> = t.conditions.emails
  const parsed = parseField(field)
  if (parsed?.kind === 'data') return parsed.path
  if (parsed?.kind === 'event') return parsed.name.replace(/^data\./, '')
  if (parsed?.kind === 'activity') return activities[field.slice(field.indexOf('.') + 1)] ?? field
  return standard[field] ?? field
}

/** A value as one reads it. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? t.conditions.yes : t.conditions.no
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
