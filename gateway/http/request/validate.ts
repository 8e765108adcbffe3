import type { z } from 'zod'
import type { FieldError, FieldErrorCode } from '../../../models/domain/errors.js'
import { chooseBranch } from './union-branch.js'

type Issue = z.core.$ZodIssue

const MAX_RECEIVED_LENGTH = 100
// A body of a megabyte can hold half a million wrong values; the limit keeps the answer readable.
const MAX_ERRORS = 1_000
// The values of these fields are never repeated in an answer.
const SECRET_FIELD = /password$/i
const DATE_FORMATS = new Set(['datetime', 'date', 'time', 'duration'])

const FIELD_ERROR_CODES: Record<FieldErrorCode, true> = {
  required: true,
  invalid_type: true,
  invalid_file_type: true,
  invalid_string: true,
  too_small: true,
  too_big: true,
  too_many: true,
  invalid_enum_value: true,
  unrecognized_keys: true,
  reserved_event: true,
  invalid_date: true,
  liquid_syntax: true,
  mjml_syntax: true,
  unsubscribed: true,
  custom: true,
}

/** Translates the issues that a schema found in `input` to the field errors of the API. */
export function fieldErrors(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.flatMap((issue) => translate(issue, [], input)).slice(0, MAX_ERRORS)
}

/** The suggestions of the faults, each once. */
export function suggestionOf(errors: readonly FieldError[]): string | undefined {
  const suggestions = new Set(errors.flatMap(({ suggestion }) => suggestion ?? []))
  return suggestions.size > 0 ? [...suggestions].join('. ') : undefined
}

function translate(issue: Issue, base: PropertyKey[], input: unknown): FieldError[] {
  const path = [...base, ...issue.path]
  const value = valueAt(input, path)
  switch (issue.code) {
    case 'invalid_union': {
      const branch = value === undefined ? null : chooseBranch(issue)
      return branch ? branch.flatMap((inner) => translate(inner, path, input)) : [describe(issue, path, value)]
    }
    case 'invalid_key':
      return issue.issues.map((inner) => describe(inner, path, undefined))
    case 'unrecognized_keys':
      return issue.keys.map((key) => describe({ ...issue, message: 'Unknown field' }, [...path, key], undefined))
    default:
      return [describe(issue, path, value)]
  }
}

function describe(issue: Issue, path: PropertyKey[], value: unknown): FieldError {
  const code = codeOf(issue, value)
  const isMissing = code === 'required' && issue.code !== 'custom'
  const field = path.map(String).join('.')
  return {
    field,
    message: isMissing ? 'Required' : issue.message,
    code,
    ...(SECRET_FIELD.test(field) ? {} : received(value)),
    ...(issue.code === 'custom' ? { ...position(issue.params), ...suggestion(issue.params) } : {}),
  }
}

function codeOf(issue: Issue, value: unknown): FieldErrorCode {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return 'required'
      return issue.expected === 'date' ? 'invalid_date' : 'invalid_type'
    case 'invalid_value':
      return value === undefined ? 'required' : 'invalid_enum_value'
    case 'invalid_union':
      if (value === undefined) return 'required'
      return issue.errors.flat().every((inner) => inner.code === 'invalid_value')
        ? 'invalid_enum_value'
        : 'invalid_type'
    case 'invalid_format':
      return DATE_FORMATS.has(issue.format) ? 'invalid_date' : 'invalid_string'
    case 'too_small':
    case 'too_big':
    case 'unrecognized_keys':
      return issue.code
    case 'custom':
      return isFieldErrorCode(issue.params?.['code']) ? issue.params['code'] : 'custom'
    default:
      return 'custom'
  }
}

function isFieldErrorCode(code: unknown): code is FieldErrorCode {
  return typeof code === 'string' && Object.hasOwn(FIELD_ERROR_CODES, code)
}

/** The position of the fault in the text, for codes that have one (`liquid_syntax`). */
function position(params: Record<string, unknown> = {}): { line?: number; column?: number } {
  const { line, column } = params
  return { ...(typeof line === 'number' ? { line } : {}), ...(typeof column === 'number' ? { column } : {}) }
}

function suggestion({ suggestion: text }: Record<string, unknown> = {}): { suggestion?: string } {
  return typeof text === 'string' ? { suggestion: text } : {}
}

/** Returns scalars to the caller, shortened; leaves objects out, because they can be a whole message. */
function received(value: unknown): { received?: unknown } {
  if (typeof value === 'string') {
    const isShort = value.length <= MAX_RECEIVED_LENGTH
    return { received: isShort ? value : `${value.slice(0, MAX_RECEIVED_LENGTH - 3)}...` }
  }
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? { received: value } : {}
}

/** The value as it was sent, because the schema library reports the value after its own transformations. */
function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    return Reflect.get(value, key)
  }, input)
}
