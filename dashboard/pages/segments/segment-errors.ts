import { ApiError, type FieldError } from '../../api/api-error.js'
import { errorsOf } from '../../shared/condition-builder/errors.js'
import type { SegmentDraft } from './draft.js'

/** The errors that keep a segment from being saved and that the browser finds itself. */
export function ownErrors({ condition }: SegmentDraft, type: 'DYNAMIC' | 'STATIC'): FieldError[] {
  if (type === 'STATIC') return []
  return errorsOf(condition).map(({ field, message }) => ({ field: `condition.${field}`, message, code: 'custom' }))
}

/** The errors that the API found in the fields of a segment. */
export function sentErrors(error: unknown): FieldError[] {
  return error instanceof ApiError ? error.errors : []
}

/** The first error of each field. */
export function byField(errors: readonly FieldError[]): ReadonlyMap<string, string> {
  return new Map(errors.toReversed().map(({ field, message }) => [field, message]))
}
