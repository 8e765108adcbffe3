import { isPlainObject } from '../fields.js'
import { parseField, subjectOf, type ConditionField, type Subject } from './condition-field.js'
import { isActivityOperator, isConditionOperator, OPERATORS_OF, type ConditionOperator } from './operators.js'
import { isEventData } from './path-candidates.js'
import { readOperand, type Fault } from './read-operand.js'
import { MAX_VALUE_LENGTH, type Filter } from './tree.js'

/**
 * The use of a condition. It decides the fields of the filters. `contact` is for segments and audiences. `workflow` is
 * for a step, and adds `event.<path>` and `event.data.<path>`, the context. `trigger` is for the start of a workflow,
 * and adds `event.data.<path>`. `wait` is for an awaited event, and has only `event.data.<path>`.
 */
export type ConditionScope = 'contact' | 'workflow' | 'trigger' | 'wait'

const FIELDS: Record<ConditionScope, string> = {
  contact:
    'The field must be email, subscribed, createdAt, updatedAt, data.<key>, event.<name>, email.<activity>, ' +
    'campaign.<id> or segment.<id>',
  workflow:
    'The field must be email, subscribed, createdAt, updatedAt, data.<key>, event.<path>, email.<activity>, ' +
    'campaign.<id> or segment.<id>',
  trigger:
    'The field must be email, subscribed, createdAt, updatedAt, data.<key>, event.data.<path>, email.<activity>, ' +
    'campaign.<id> or segment.<id>',
  wait: 'The field must be event.data.<path>',
}

/** Reads one filter, or reports all its faults. Each fault names a part of the filter. */
export function readFilter(sent: unknown, scope: ConditionScope): { filter: Filter | null; faults: Fault[] } {
  if (!isPlainObject(sent)) {
    return { filter: null, faults: [{ at: '', message: 'A filter must be an object', code: 'invalid_type' }] }
  }
  const faults: Fault[] = []
  const field = readField(sent['field'], scope, faults)
  const operator = readOperator(sent['operator'], faults)
  if (!operator) return { filter: null, faults: [...faults, ...tooLong(sent['value'])] }
  const subject = field === null ? null : subjectOf({ field, operator })
  if (field !== null && subject && !operatorsFor(subject, scope).includes(operator)) {
    const operators = allowedOperators(field, scope).join(', ')
    faults.push({ at: 'operator', message: `${field} supports the operators ${operators}`, code: 'invalid_enum_value' })
    return { filter: null, faults: [...faults, ...tooLong(sent['value'])] }
  }
  const operand = readOperand(subject?.kind ?? kindFor(operator), operator, sent)
  faults.push(...operand.faults)
  return { filter: field !== null && faults.length === 0 ? { field, operator, ...operand.read } : null, faults }
}

function readField(sent: unknown, scope: ConditionScope, faults: Fault[]): string | null {
  const fault = fieldFault(sent, scope)
  if (!fault) return (sent as string).trim()
  faults.push({ at: 'field', ...fault })
  return null
}

function fieldFault(sent: unknown, scope: ConditionScope): Omit<Fault, 'at'> | null {
  if (sent === undefined || sent === null) return { message: 'A filter requires a field', code: 'required' }
  if (typeof sent !== 'string') return { message: 'The field must be a string', code: 'invalid_type' }
  if (sent.length > MAX_VALUE_LENGTH) {
    return { message: `The field can have at most ${MAX_VALUE_LENGTH} characters`, code: 'too_big' }
  }
  const field = parseField(sent)
  return field && isInScope(field, scope) ? null : { message: FIELDS[scope], code: 'custom' }
}

function isInScope(field: ConditionField, scope: ConditionScope): boolean {
  return scope !== 'wait' || (field.kind === 'event' && isEventData(field.name))
}

function readOperator(sent: unknown, faults: Fault[]): ConditionOperator | null {
  if (isConditionOperator(sent)) return sent
  if (sent === undefined || sent === null) {
    faults.push({ at: 'operator', message: 'A filter requires an operator', code: 'required' })
  } else {
    const code = typeof sent === 'string' ? 'invalid_enum_value' : 'invalid_type'
    faults.push({ at: 'operator', message: 'Unknown operator', code })
  }
  return null
}

function operatorsFor(subject: Subject, scope: ConditionScope): readonly ConditionOperator[] {
  const operators = OPERATORS_OF[subject.kind]
  switch (subject.kind) {
    case 'context':
      return scope === 'workflow' || (scope !== 'contact' && isEventData(subject.path)) ? operators : []
    case 'activity':
      return scope === 'wait' ? [] : operators
    case 'email':
    case 'subscribed':
    case 'date':
      // A step has separate settings for field and operator, so every field must allow these operators.
      return scope === 'workflow' ? [...operators, 'exists', 'notExists'] : operators
    default:
      return operators
  }
}

/**
 * The operators that a field takes in a scope; none for an unknown field. The name of an event may also be a path of
 * the event's data, and then has the operators of both.
 */
export function allowedOperators(field: string, scope: ConditionScope): ConditionOperator[] {
  const subjects = (['equals', 'triggered'] as const).map((operator) => subjectOf({ field, operator }))
  return [...new Set(subjects.flatMap((subject) => (subject ? operatorsFor(subject, scope) : [])))]
}

/** The kind of subject for reading an operand whose field is invalid: the usual kind of the operator. */
function kindFor(operator: ConditionOperator): Subject['kind'] {
  return isActivityOperator(operator) ? 'activity' : 'data'
}

function tooLong(value: unknown): Fault[] {
  if (typeof value !== 'string' || value.length <= MAX_VALUE_LENGTH) return []
  return [{ at: 'value', message: `The value can have at most ${MAX_VALUE_LENGTH} characters`, code: 'too_big' }]
}
