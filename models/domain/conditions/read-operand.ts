import { DELAY_UNITS_MS, type DelayUnit } from '../delay.js'
import type { FieldErrorCode } from '../errors.js'
import type { Subject } from './condition-field.js'
import { readIsoDate } from './iso-dates.js'
import { isMeasured, isOrderOperator, isValueless, isValueOptional, type ConditionOperator } from './operators.js'
import { MAX_DAYS_AHEAD, MAX_LIST_VALUES, MAX_VALUE_LENGTH, type Filter } from './tree.js'

/** An error in a part of a filter: `at` is `field`, `operator`, `value`, `value.<index>`, `unit` or empty. */
export interface Fault {
  at: string
  message: string
  code: FieldErrorCode
}

type Operand = Pick<Filter, 'value' | 'unit'>

/** The value, or the error in it. */
type Reading = { value: unknown } | Omit<Fault, 'at'>

const UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Reads the value and the unit of a filter, where its operator takes them. */
export function readOperand(
  kind: Subject['kind'],
  operator: ConditionOperator,
  { value, unit }: { value?: unknown; unit?: unknown },
): { read: Operand; faults: Fault[] } {
  const isLeftOut = isValueOptional(operator) && (value === undefined || value === null)
  if (isValueless(operator) || isLeftOut) return { read: {}, faults: [] }
  if (operator === 'in' || operator === 'notIn') return readList(value)
  const reading = readValue(kind, operator, value)
  const faults: Fault[] = 'code' in reading ? [{ at: 'value', ...reading }] : []
  if (!isMeasured(operator)) return { read: 'code' in reading ? {} : { value: reading.value }, faults }
  if (!isUnit(unit)) faults.push(unitFault(unit))
  return { read: 'code' in reading ? {} : { value: reading.value, unit: unit as DelayUnit }, faults }
}

function isUnit(unit: unknown): unit is DelayUnit {
  return (UNITS as unknown[]).includes(unit)
}

function unitFault(unit: unknown): Fault {
  const message = `The unit must be one of ${UNITS.join(', ')}`
  if (unit === undefined || unit === null) return { at: 'unit', message, code: 'required' }
  return { at: 'unit', message, code: typeof unit === 'string' ? 'invalid_enum_value' : 'invalid_type' }
}

function readList(value: unknown): { read: Operand; faults: Fault[] } {
  const at = 'value'
  if (value === undefined || value === null) return { read: {}, faults: [{ at, ...missing() }] }
  const message = `The value must be a list of 1 to ${MAX_LIST_VALUES} strings, numbers or booleans`
  if (!Array.isArray(value)) return { read: {}, faults: [{ at, message, code: 'invalid_type' }] }
  if (value.length === 0) return { read: {}, faults: [{ at, message, code: 'too_small' }] }
  if (value.length > MAX_LIST_VALUES) return { read: {}, faults: [{ at, message, code: 'too_big' }] }
  const faults = value.flatMap((item: unknown, index) => {
    const reading = readScalar(item)
    return 'code' in reading ? [{ at: `${at}.${index}`, ...reading }] : []
  })
  return { read: { value: [...(value as unknown[])] }, faults }
}

function readValue(kind: Subject['kind'], operator: ConditionOperator, value: unknown): Reading {
  if (value === undefined || value === null) return missing()
  if (isMeasured(operator)) return readAmount(value)
  if (operator === 'anniversary') return readDays(value)
  if (operator === 'triggeredAtLeast') return readTimes(value)
  switch (kind) {
    case 'subscribed':
      return typeof value === 'boolean' ? { value } : wrongType('The value must be true or false')
    case 'date':
      return readDate(value)
    case 'email':
      return readText(value)
    default:
      break
  }
  if (operator === 'startsWith' || operator === 'endsWith') return readText(value)
  const isUnordered = isOrderOperator(operator) && typeof value !== 'number' && typeof value !== 'string'
  return isUnordered ? wrongType('The value must be a number, a date or a string') : readScalar(value)
}

function readScalar(value: unknown): Reading {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return { value }
  return typeof value === 'string' ? readText(value) : wrongType('The value must be a string, a number or a boolean')
}

function readText(value: unknown): Reading {
  if (typeof value !== 'string') return wrongType('The value must be a string')
  if (value.length <= MAX_VALUE_LENGTH) return { value }
  return { message: `The value can have at most ${MAX_VALUE_LENGTH} characters`, code: 'too_big' }
}

function readDate(value: unknown): Reading {
  if (typeof value === 'string' && readIsoDate(value)) return { value }
  const message = 'The value must be a date such as 2026-03-02 or 2026-03-02T09:00:00Z'
  return { message, code: typeof value === 'string' ? 'invalid_date' : 'invalid_type' }
}

function readAmount(value: unknown): Reading {
  const amount = readNumber(value)
  if (amount === null) return wrongType('The value must be a number')
  if (amount < 0) return { message: 'The value cannot be negative', code: 'too_small' }
  return Number.isFinite(amount) ? { value: amount } : { message: 'The number is too large', code: 'too_big' }
}

function readDays(value: unknown): Reading {
  const days = readNumber(value)
  if (days === null || !Number.isInteger(days)) return wrongType('The value must be a whole number of days')
  if (days < 0) return { message: 'The value cannot be negative', code: 'too_small' }
  return days > MAX_DAYS_AHEAD
    ? { message: `The value can be at most ${MAX_DAYS_AHEAD} days`, code: 'too_big' }
    : { value: days }
}

function readTimes(value: unknown): Reading {
  const times = readNumber(value)
  if (times === null || (times >= 1 && !Number.isInteger(times))) return wrongType('The value must be a whole number')
  return times < 1 ? { message: 'The value must be at least 1', code: 'too_small' } : { value: times }
}

// Forms send numbers as text. For an amount, a text has no other meaning.
function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value
  if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH || !NUMBER.test(value)) return null
  return Number(value)
}

function missing(): Omit<Fault, 'at'> {
  return { message: 'This operator requires a value', code: 'required' }
}

function wrongType(message: string): Omit<Fault, 'at'> {
  return { message, code: 'invalid_type' }
}
