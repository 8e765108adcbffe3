import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { dateOf } from '../../../models/domain/conditions/operand.js'
import {
  isActivityOperator,
  isMeasured,
  isValueless,
  type ConditionOperator,
} from '../../../models/domain/conditions/operators.js'
import { isEventData } from '../../../models/domain/conditions/path-candidates.js'
import { allowedOperators, type ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { Filter } from '../../../models/domain/conditions/tree.js'

/** The type of the values of a field, as far as it is known. */
export type ValueType = 'text' | 'number' | 'yesNo' | 'date' | 'unknown'

/** The kinds of input for the value of a filter. */
export type ValueShape = 'none' | 'list' | 'duration' | 'daysAhead' | 'times' | Exclude<ValueType, 'unknown'>

const PRESENCE = ['exists', 'notExists'] as const
const ORDER = ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'] as const
const EQUAL = ['equals', 'notEquals'] as const
const LIST = ['in', 'notIn'] as const
const PART = ['contains', 'notContains', 'startsWith', 'endsWith'] as const

/** The comparisons that make sense for values of a type; the API takes more, because a field may hold any value. */
const FITTING: Record<Exclude<ValueType, 'unknown'>, readonly ConditionOperator[]> = {
  text: [...EQUAL, ...PART, ...LIST, ...PRESENCE],
  number: [...EQUAL, ...ORDER, ...LIST, ...PRESENCE],
  yesNo: [...EQUAL, ...PRESENCE],
  date: ['within', 'withinNext', 'olderThan', 'anniversary', ...EQUAL, ...ORDER, ...PRESENCE],
}

/** The operators to offer for a filter: those that fit its field and the type of its values, and its own. */
export function offeredOperators(
  { field, operator }: Pick<Filter, 'field' | 'operator'>,
  type: ValueType,
  scope: ConditionScope,
): ConditionOperator[] {
  const offered = operatorsFor(field, type, scope)
  return offered.includes(operator) || field === '' ? offered : [...offered, operator]
}

/** The filter for another field: it keeps what fits there of its operator and value. */
export function withField(filter: Filter, field: string, type: ValueType, scope: ConditionScope): Filter {
  const operators = operatorsFor(field, type, scope)
  const isStored = operators.includes(filter.operator) && filter.field !== ''
  const operator = isStored ? filter.operator : (operators[0] ?? 'equals')
  const { value: _value, unit: _unit, ...rest } = filter
  return fitted({ ...rest, field, operator }, type)
}

/** The filter with another operator: it keeps its value where that fits there. */
export function withOperator(filter: Filter, operator: ConditionOperator, type: ValueType): Filter {
  const { value, unit: _unit, ...rest } = filter
  const [before, after] = [shapeOf(filter, type), shapeOf({ ...rest, operator }, type)]
  const bare = fitted({ ...rest, operator }, type)
  if (before === after && value !== undefined) return { ...filter, operator }
  if (after === 'list' && isSingle(before)) return value === undefined ? bare : { ...bare, value: [value] }
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return before === 'list' && isSingle(after) && first !== undefined ? { ...bare, value: first } : bare
}

/** The input for the value of a filter. It follows from the operator, the present value and the type of the field. */
export function shapeOf({ field, operator, value }: Filter, type: ValueType): ValueShape {
  if (isValueless(operator)) return 'none'
  if (operator === 'in' || operator === 'notIn') return 'list'
  if (isMeasured(operator)) return 'duration'
  if (operator === 'anniversary') return 'daysAhead'
  if (operator === 'triggeredAtLeast') return 'times'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'yesNo'
  if ((PART as readonly string[]).includes(operator)) return 'text'
  const known = typeOfStandard(field) ?? type
  if (known === 'unknown') return value !== undefined && dateOf(value) ? 'date' : 'text'
  if (value === undefined || value === '') return known
  return known === 'date' && dateOf(value)?.to ? 'date' : 'text'
}

/** The type of the values of a standard field; null for any other. */
export function typeOfStandard(field: string): ValueType | null {
  const parsed = parseField(field)
  if (parsed?.kind === 'email') return 'text'
  if (parsed?.kind === 'subscribed') return 'yesNo'
  return parsed?.kind === 'date' ? 'date' : null
}

function operatorsFor(field: string, type: ValueType, scope: ConditionScope): ConditionOperator[] {
  const parsed = parseField(field)
  const allowed = allowedOperators(field, scope)
  const isContext = parsed?.kind === 'event' && isEventData(parsed.name)
  const ofKind = parsed?.kind === 'event' ? allowed.filter((one) => isActivityOperator(one) !== isContext) : allowed
  const known = typeOfStandard(field) ?? type
  if (known === 'unknown' || (parsed?.kind !== 'data' && parsed?.kind !== 'date' && !isContext)) return ofKind
  return FITTING[known].filter((one) => ofKind.includes(one))
}

function fitted(filter: Filter, type: ValueType): Filter {
  const shape = shapeOf(filter, type)
  if (shape === 'duration') return { ...filter, value: 30, unit: 'days' }
  if (shape === 'daysAhead') return { ...filter, value: 0 }
  if (shape === 'times') return { ...filter, value: 1 }
  return shape === 'yesNo' ? { ...filter, value: true } : filter
}

function isSingle(shape: ValueShape): boolean {
  return shape === 'text' || shape === 'number' || shape === 'date'
}
