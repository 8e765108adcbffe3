import type { FieldError, FieldErrorCode } from '../errors.js'
import { isPlainObject } from '../fields.js'
import { readFilter, type ConditionScope } from './read-filter.js'
import { MAX_CONDITION_DEPTH, MAX_FILTERS, type ConditionGroup, type ConditionTree } from './tree.js'

/** A condition to store, or all errors in it. */
export type ReadCondition = { tree: ConditionTree; errors?: undefined } | { tree?: undefined; errors: FieldError[] }

// A body of one megabyte can have half a million errors. The limit keeps the response readable.
const MAX_FAULTS = 1_000

interface Reading {
  scope: ConditionScope
  errors: FieldError[]
  filters: number
}

/**
 * Reads the condition of a request. Unknown keys are left out, and so are values and units that an operator does not
 * use. Reports all errors, each with its path below `prefix` (`condition.groups.0.filters.1.operator`).
 */
export function readConditionTree(
  value: unknown,
  { prefix = 'condition', scope = 'contact' }: { prefix?: string; scope?: ConditionScope } = {},
): ReadCondition {
  const reading: Reading = { scope, errors: [], filters: 0 }
  const tree = readTree(value, prefix, 1, reading)
  if (reading.filters > MAX_FILTERS) {
    refuse(reading, prefix, `A condition can have at most ${MAX_FILTERS} filters`, 'too_big')
  }
  return tree && reading.errors.length === 0 ? { tree } : { errors: reading.errors }
}

function readTree(value: unknown, path: string, depth: number, reading: Reading): ConditionTree | null {
  if (value === undefined || value === null) return refuse(reading, path, 'A condition is required', 'required')
  if (!isPlainObject(value)) return refuse(reading, path, 'A condition must be an object', 'invalid_type')
  const { logic, groups } = value
  if (logic !== 'AND' && logic !== 'OR') {
    const code = logic === undefined || logic === null ? 'required' : 'invalid_enum_value'
    refuse(reading, below(path, 'logic'), 'logic must be AND or OR', code)
  }
  const at = below(path, 'groups')
  if (groups === undefined || groups === null) {
    return refuse(reading, at, 'A condition must have at least one group', 'required')
  }
  if (!Array.isArray(groups)) return refuse(reading, at, 'groups must be a list', 'invalid_type')
  if (groups.length === 0) return refuse(reading, at, 'A condition must have at least one group', 'too_small')
  const read: (ConditionGroup | null)[] = []
  for (const [index, group] of groups.entries()) {
    if (reading.errors.length >= MAX_FAULTS) return null
    read.push(readGroup(group, below(at, index), depth, reading))
  }
  const isWhole = read.every((group) => group !== null) && (logic === 'AND' || logic === 'OR')
  return isWhole ? { logic, groups: read } : null
}

function readGroup(value: unknown, path: string, depth: number, reading: Reading): ConditionGroup | null {
  if (!isPlainObject(value)) return refuse(reading, path, 'A group must be an object', 'invalid_type')
  const { filters = [], conditions } = value
  if (!Array.isArray(filters)) {
    return refuse(reading, below(path, 'filters'), 'filters must be a list', 'invalid_type')
  }
  const sent: unknown[] = filters
  if (sent.length === 0 && conditions === undefined) {
    return refuse(reading, path, 'A group must have a filter or a condition', 'too_small')
  }
  reading.filters += sent.length
  const read = sent.slice(0, MAX_FAULTS).map((filter, index) => {
    const at = below(below(path, 'filters'), index)
    const result = readFilter(filter, reading.scope)
    for (const fault of result.faults) refuse(reading, below(at, fault.at), fault.message, fault.code)
    return result.filter
  })
  const nested =
    conditions === undefined ? undefined : readNested(conditions, below(path, 'conditions'), depth, reading)
  if (nested === null || !read.every((filter) => filter !== null)) return null
  return nested ? { filters: read, conditions: nested } : { filters: read }
}

function readNested(value: unknown, path: string, depth: number, reading: Reading): ConditionTree | null {
  if (value === null) return refuse(reading, path, 'A condition must be an object', 'invalid_type')
  if (depth < MAX_CONDITION_DEPTH) return readTree(value, path, depth + 1, reading)
  return refuse(reading, path, `Conditions can be nested at most ${MAX_CONDITION_DEPTH} levels deep`, 'too_big')
}

function refuse({ errors }: Reading, field: string, message: string, code: FieldErrorCode): null {
  if (errors.length < MAX_FAULTS) errors.push({ field, message, code })
  return null
}

function below(path: string, part: string | number): string {
  if (part === '') return path
  return path === '' ? String(part) : `${path}.${part}`
}
